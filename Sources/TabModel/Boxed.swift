/// A part of a value that most have not: it takes one word until it is there. Copies share it until one is written.
@propertyWrapper
struct Boxed<Content: Sendable>: Sendable {
    /// Not there, or with content.
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
