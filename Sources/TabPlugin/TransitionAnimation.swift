/// How a change of tabs is drawn, as a delegate wants it.
public struct TransitionAnimation: Hashable, Sendable {
    public enum Curve: String, Hashable, Sendable { case easeInOut, easeIn, easeOut, linear }

    /// In seconds, 0 to 10.
    public var duration: Double
    public var curve: Curve
    /// Whether the delegate drives it with `TabBarController.updateInteractiveTransition(_:)` and ends it, instead of a
    /// clock.
    public var isInteractive: Bool

    public init(duration: Double, curve: Curve = .easeInOut, isInteractive: Bool = false) {
        self.duration = duration
        self.curve = curve
        self.isInteractive = isInteractive
    }

    var options: [String: Value] {
        ["Duration": .double(duration), "Curve": .string(curve.rawValue), "Interactive": .bool(isInteractive)]
    }
}
