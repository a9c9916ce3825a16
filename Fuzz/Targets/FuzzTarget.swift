/// One way in for foreign bytes, and what has to be true whatever they are.
struct FuzzTarget: Sendable {
    /// Its folder in `Fuzz/Corpora`.
    let name: String
    /// The longest input that is tried, in bytes.
    let maximumLength: Int
    /// Takes the bytes as the product does. To be called on the thread of the event loop.
    let take: @Sendable ([UInt8]) throws -> Void

    static let all: [FuzzTarget] = [
        .configuration, .keys, .layout, .manifest, .messages, .screen, .states, .store, .toml, .views,
    ]
}

/// Bytes that have done what none may do.
struct Finding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// Throws unless the condition holds.
    static func expect(_ condition: Bool, _ description: @autoclosure () -> String) throws {
        guard condition else { throw Finding(description()) }
    }
}
