/// A part of a value that copies share until one of them is written.
@propertyWrapper
struct Shared<Content: Sendable>: Sendable {
    /// Written only by its sole owner.
    private final class Box: @unchecked Sendable {
        var content: Content

        init(_ content: Content) { self.content = content }
    }

    private var box: Box

    init(wrappedValue: Content) { box = Box(wrappedValue) }

    var wrappedValue: Content {
        _read { yield box.content }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.content) }
            yield &box.content
        }
    }
}
