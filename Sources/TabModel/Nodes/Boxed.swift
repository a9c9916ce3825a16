/// An optional part of a value that most instances lack. It takes one word while it is nil. Copies share it until one
/// is written.
@propertyWrapper
struct Boxed<Content: Sendable>: Sendable {
    /// nil, or a box with content.
    private var box: Shared<Content?>?

    init(wrappedValue: Content?) { box = wrappedValue.map { Shared(wrappedValue: $0) } }

    var wrappedValue: Content? {
        get { box?.wrappedValue }
        _modify {
            var owned = box ?? Shared(wrappedValue: nil)
            box = nil
            defer { if owned.wrappedValue != nil { box = owned } }
            yield &owned.wrappedValue
        }
        set { box = newValue.map { Shared(wrappedValue: $0) } }
    }
}

/// A part of a value that copies share until one is written.
@propertyWrapper
struct Shared<Content: Sendable>: Sendable {
    /// Written only while it has a single owner.
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
