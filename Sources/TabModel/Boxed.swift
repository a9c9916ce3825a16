/// A part of a value that most have not: it takes one word until it is there. Copies share it until one is written.
@propertyWrapper
struct Boxed<Content: Sendable>: Sendable {
    /// Written only by its sole owner.
    private final class Box: @unchecked Sendable {
        var content: Content?

        init(_ content: Content?) { self.content = content }
    }

    private var box: Box?

    init(wrappedValue: Content?) { box = wrappedValue.map(Box.init) }

    var wrappedValue: Content? {
        get { box?.content }
        _modify {
            let owned: Box
            if let box, isKnownUniquelyReferenced(&self.box) { owned = box } else { owned = Box(box?.content) }
            box = owned
            defer { if owned.content == nil { box = nil } }
            yield &owned.content
        }
        set { box = newValue.map(Box.init) }
    }
}
