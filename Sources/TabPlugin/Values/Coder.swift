/// The restorable state of a view controller. Each view controller has its own coder, so that keys can't clash.
///
/// ```swift
/// final class Counter: ViewController {
///     private var count = 0
///
///     override func encodeRestorableState(with coder: Coder) {
///         super.encodeRestorableState(with: coder)
///         coder.encode(count, forKey: "Count")
///     }
///
///     override func decodeRestorableState(with coder: Coder) {
///         super.decodeRestorableState(with: coder)
///         count = coder.decodeInt(forKey: "Count") ?? 0
///     }
/// }
/// ```
@PluginActor
public final class Coder {
    /// The encoded values by key.
    public private(set) var values: [String: Value]

    /// The reason why the state could not be decoded.
    private(set) var error: (any Error)?

    public init(_ values: [String: Value] = [:]) { self.values = values }

    /// Encodes a value under a key. It replaces the previous value of the key.
    public func encode(_ value: some ValueConvertible, forKey key: String) { values[key] = value.value }

    /// Reports, in `decodeRestorableState(with:)`, that the state can't be decoded, for example if a newer version of
    /// the plugin wrote it.
    ///
    /// The host then keeps the state unchanged, and does not call `encodeRestorableState(with:)` until the user acts on
    /// the view controller. On the bus the property `FailureReason` has the error.
    public func failWithError(_ error: any Error) { self.error = self.error ?? error }

    public func containsValue(forKey key: String) -> Bool { values[key] != nil }

    /// Returns the value of a key; nil if there is none or it has another type. The same holds for the other methods.
    public func decode<Content: ValueConvertible>(_ type: Content.Type = Content.self, forKey key: String) -> Content? {
        values[key].flatMap { Content(value: $0) }
    }

    /// Encodes a reference to a view controller: its restoration identifier, or its number if it has none.
    ///
    /// The state of that view controller is in its own coder. nil, or a view controller that the host does not know
    /// yet, removes the value of the key.
    public func encode(_ viewController: ViewController?, forKey key: String) {
        guard let viewController, viewController.number != 0 else {
            values[key] = nil
            return
        }
        values[key] = viewController.restorationIdentifier.map { .string($0) } ?? .uint64(viewController.number)
    }

    /// Returns the view controller of this plugin that a reference stands for; nil if it does not exist.
    ///
    /// - Warning: Some view controllers may not be restored yet in `decodeRestorableState(with:)`. All exist in
    ///   `applicationFinishedRestoringState()`.
    public func decodeViewController(forKey key: String) -> ViewController? {
        switch values[key] {
        case .string(let identifier)?:
            Registration.instances.values.lazy.compactMap(\.viewController)
                .first { $0.restorationIdentifier == identifier }
        case .uint64(let number)?: Registration.instances[number]?.viewController
        default: nil
        }
    }

    public func decodeBool(forKey key: String) -> Bool? { decode(forKey: key) }
    public func decodeInt(forKey key: String) -> Int? { decode(forKey: key) }
    public func decodeDouble(forKey key: String) -> Double? { decode(forKey: key) }
    public func decodeString(forKey key: String) -> String? { decode(forKey: key) }
}
