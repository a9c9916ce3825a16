/// An entry point for untrusted bytes, with the invariants that hold for all inputs.
struct FuzzTarget: Sendable {
    /// The name of its folder in `Fuzz/Corpora`.
    let name: String
    /// The maximum length of an input in bytes.
    let maximumLength: Int
    /// Processes the bytes as the product does. Call this on the thread of the event loop.
    let take: @Sendable ([UInt8]) throws -> Void

    static let all: [FuzzTarget] = [
        .catalogs, .configuration, .keys, .layout, .manifest, .messages, .screen, .states, .store, .toml, .views,
    ]
}

/// The violation of an invariant.
struct Finding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Throws unless a condition holds.
    static func expect(_ condition: Bool, _ description: @autoclosure () -> String) throws {
        guard condition else { throw Finding(description()) }
    }
}
