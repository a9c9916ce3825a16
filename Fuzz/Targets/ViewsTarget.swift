import DBusInterface
import TabInterface
import TabMirror

@testable import TabDaemon

extension FuzzTarget {
    /// Updates of a view tree: each is applied completely or not at all, and a client that applies the announced changes
    /// has the same views.
    static let views = FuzzTarget(name: "views", maximumLength: 2048) { bytes in
        var source = ByteSource(bytes)
        var tree = ViewTree()
        tree.load(frame: DBusRect(x: 0, y: 0, width: 320, height: 480))
        var mirror = ViewMirror()
        let limits = ViewLimits(views: 20, depth: 6, text: 64, pixels: 256, content: 4096)
        for _ in 0..<64 where !source.isEmpty {
            let before = tree.views
            let changed = (0..<source.number(below: 5)).map { _ in Self.entry(&source) }
            let removed = (0..<source.number(below: 3)).map { _ in UInt32(source.byte() % 24) }
            let window = source.byte() % 4 == 0 ? DBusRect(x: 0, y: 0, width: 100, height: source.double()) : nil
            do throws(DBusError) {
                try tree.update(changed: changed, removed: removed, limits: limits, window: window)
            } catch {
                try Finding.expect(!error.message.isEmpty, "a refusal without a reason")
                try Finding.expect(tree.views == before, "a refused update has changed something")
            }
            try Self.check(tree, limits)
            if source.byte() % 16 == 0 { tree.prepareForNewOwner() }
            guard source.byte() % 2 == 0, let change = tree.drainChange() else { continue }
            let edits = mirror.apply(tree.revision, change.changed, change.removed)
            try Finding.expect(edits != nil, "a change is missing before \(tree.revision)")
            try Finding.expect(mirror.views == tree.views, "front ends have other views")
        }
    }

    private static func check(_ tree: ViewTree, _ limits: ViewLimits) throws {
        let views = tree.views
        try Finding.expect(views.count == tree.entries.count, "views that are nowhere")
        try Finding.expect(views.count <= limits.views, "\(views.count) views")
        try Finding.expect(views.first?.id == 1 && views.first?.parent == 0, "the root is another one")
        let content = views.reduce(0) { $0 + $1.extent.bytes }
        try Finding.expect(content == tree.content, "\(content) bytes are counted as \(tree.content)")
        try Finding.expect(content <= limits.content, "\(content) bytes of content")
        var depths: [UInt32: Int] = [0: 0]
        for view in views {
            guard let parent = depths[view.parent] else { throw Finding("view \(view.id) comes before its parent") }
            depths[view.id] = parent + 1
            try Finding.expect(parent < limits.depth, "view \(view.id) is \(parent + 1) deep")
        }
    }

    private static func entry(_ source: inout ByteSource) -> ViewEntry {
        let viewClass = source.element(of: ViewClasses.all)
        let keys = (viewClass?.keys ?? [:]).sorted { $0.key < $1.key }
        var properties: [String: Variant] = [:]
        for _ in 0..<source.number(below: 4) {
            guard let (key, rule) = source.element(of: keys) else { continue }
            properties[key] = source.value(like: rule.defaultValue)
        }
        return ViewEntry(
            id: UInt32(source.byte() % 24), parent: UInt32(source.byte() % 24),
            className: source.byte() == 255 ? source.text() : viewClass?.name ?? "",
            frame: DBusRect(x: source.double(), y: source.double(), width: source.double(), height: source.double()),
            autoresizing: UInt32(source.byte() % 80), properties: properties)
    }
}
