/// How a change of tabs is drawn, as the delegate wants it (`F-8`, `F-9`).
package struct Animation: Hashable, Sendable {
    /// As in UIView.AnimationCurve.
    package enum Curve: String, Hashable, Sendable, CaseIterable { case easeInOut, easeIn, easeOut, linear }

    /// In seconds, 0 to 10.
    package let duration: Double
    package let curve: Curve
    /// Whether the delegate drives it and ends it, instead of a clock.
    package let isInteractive: Bool

    package init(duration: Double, curve: Curve = .easeInOut, isInteractive: Bool = false) {
        self.duration = duration
        self.curve = curve
        self.isInteractive = isInteractive
    }

    /// Whether it ends as soon as it has begun.
    var isInstant: Bool { !isInteractive && duration <= 0 }
}
