internal import TabMirror
import TestSupport

@Suite struct ViewMirrorTests {
    private static func view(_ id: UInt32, in parent: UInt32 = 1, text: String = "") -> ViewEntry {
        ViewEntry(
            id: id, parent: parent, className: "Label", frame: DBusRect(x: 0, y: 0, width: 80, height: 16),
            properties: text.isEmpty ? [:] : ["Text": .string(text)])
    }

    private static func mirror() -> ViewMirror {
        var mirror = ViewMirror()
        _ = mirror.replaceAll(ViewSnapshot(revision: 7, views: [view(1, in: 0), view(2), view(3, in: 2), view(4)]))
        return mirror
    }

    @Test func `a change replaces whole entries and keeps their places among siblings`() {
        var mirror = Self.mirror()
        #expect(
            mirror.apply(8, [Self.view(2, text: "new")], []) == [
                .changed(from: Self.view(2), to: Self.view(2, text: "new"))
            ])
        #expect(mirror.views.map(\.id) == [1, 2, 3, 4])
        #expect(mirror.revision == 8)
    }

    @Test func `a removed view takes its descendants along, deepest first`() {
        var mirror = Self.mirror()
        #expect(mirror.apply(8, [], [2]) == [.removed(Self.view(3, in: 2)), .removed(Self.view(2))])
        #expect(mirror.views.map(\.id) == [1, 4])
    }

    @Test func `a view with a new parent goes in front of its new siblings`() {
        var mirror = Self.mirror()
        _ = mirror.apply(8, [Self.view(3, in: 1)], [])
        #expect(mirror.views.map(\.id) == [1, 2, 4, 3])
    }

    @Test func `an old revision changes nothing, and a gap is detected`() {
        var mirror = Self.mirror()
        #expect(mirror.apply(7, [Self.view(2, text: "old")], []) == [])
        #expect(mirror == Self.mirror())
        #expect(mirror.apply(9, [Self.view(2, text: "later")], []) == nil)
        #expect(mirror == Self.mirror())
    }
}
