/// What a view controller keeps for its next life. Each controller has its own, so that keys can't clash (R10).
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
    /// All that is kept, by key.
    public private(set) var values: [String: Value]

    /// Why it could not be decoded.
    private(set) var error: (any Error)?

    public init(_ values: [String: Value] = [:]) { self.values = values }

    /// Keeps a value under a key, instead of what was there.
    public func encode(_ value: some ValueConvertible, forKey key: String) { values[key] = value.value }

    /// Says, in `decodeRestorableState(with:)`, that this can't be decoded, such as the state of a newer version. It is
    /// kept as it is then, in the place of what `encodeRestorableState(with:)` would say, until a user does something with
    /// the view controller; `FailureReason` on the bus says so.
    public func failWithError(_ error: any Error) { self.error = self.error ?? error }

    public func containsValue(forKey key: String) -> Bool { values[key] != nil }

    /// nil when there is none, or one of another type. So are the results of the other methods.
    public func decode<Content: ValueConvertible>(_ type: Content.Type = Content.self, forKey key: String) -> Content? {
        values[key].flatMap { Content(value: $0) }
    }

    /// Keeps a reference to a view controller: by its restoration identifier, else by its number (R11). Its own state is
    /// in its own coder. nil, or one that the host doesn't know, removes what was there.
    public func encode(_ viewController: ViewController?, forKey key: String) {
        guard let viewController, viewController.number != 0 else {
            values[key] = nil
            return
        }
        values[key] = viewController.restorationIdentifier.map { .string($0) } ?? .uint64(viewController.number)
    }

    /// The instance of this plugin that `encode(_:forKey:)` was given, or the one in its place; nil when there is none. In
    /// `applicationFinishedRestoringState()` all that were restored are there.
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
