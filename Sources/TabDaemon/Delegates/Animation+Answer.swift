import DBusInterface
import TabInterface
import TabModel

extension Animation {
    /// The allowed keys of a delegate's answer.
    static let keys = ["Duration", "Curve", "Interactive", "Gesture"]

    /// Reads a delegate's answer; nil for `{}`, which means no animation.
    ///
    /// - Throws: `InvalidArgument` for a value that is not allowed, `InvalidArgs` for an unknown key or a wrong type.
    init?(_ answer: [String: Variant]) throws(DBusError) {
        guard !answer.isEmpty else { return nil }
        if let unknown = answer.keys.filter({ !Self.keys.contains($0) }).min() {
            throw .invalidArgs(
                "unknown key '\(unknown.prefix(80))'; expected \(Self.keys.joined(separator: ", "))")
        }
        let duration: Double = try Self.value(of: "Duration", in: answer) ?? 0
        guard duration >= 0, duration <= 10 else {
            throw .invalidArgument("Duration \(duration) is out of range; expected 0 to 10 s")
        }
        let text: String = try Self.value(of: "Curve", in: answer) ?? ""
        let curve: Curve = text.isEmpty ? .easeInOut : try TextRules.value(text, named: "curve")
        self.init(
            duration: duration, curve: curve, isInteractive: try Self.value(of: "Interactive", in: answer) ?? false,
            followsGesture: try Self.value(of: "Gesture", in: answer) ?? false)
    }

    private static func value<Content: DBusType>(
        of key: String, in answer: [String: Variant]
    ) throws(DBusError) -> Content? {
        guard let given = answer[key] else { return nil }
        guard let value: Content = given.get() else {
            throw .invalidArgs("\(key) has type '\(given.signature)', expected '\(Content.signature)'")
        }
        return value
    }
}
