/// What may veto a tap and hears what was selected. A plain `func … -> Bool` fulfils a requirement as well as an `async`
/// one; the answer counts for half a second, then the tap is allowed.
///
/// ```swift
/// final class Gate: ViewController, TabBarControllerDelegate {
///     override func viewDidAppear(_ animated: Bool) {
///         super.viewDidAppear(animated)
///         tabBarController?.delegate = self
///     }
///
///     func tabBarController(
///         _ tabBarController: TabBarController, shouldSelect viewController: ViewControllerReference
///     ) -> Bool {
///         viewController.viewController === self
///     }
/// }
/// ```
@PluginActor
public protocol TabBarControllerDelegate: AnyObject {
    func tabBarController(
        _ tabBarController: TabBarController, shouldSelect viewController: ViewControllerReference
    ) async -> Bool
    func tabBarController(_ tabBarController: TabBarController, didSelect viewController: ViewControllerReference)
    func tabBarController(
        _ tabBarController: TabBarController, willBeginCustomizing viewControllers: [ViewControllerReference])
    func tabBarController(
        _ tabBarController: TabBarController, willEndCustomizing viewControllers: [ViewControllerReference],
        changed: Bool)
    func tabBarController(
        _ tabBarController: TabBarController, didEndCustomizing viewControllers: [ViewControllerReference],
        changed: Bool)
    /// How the change to another tab is drawn, asked while the old one is still selected, for taps and for selections
    /// in code; nil is no animation.
    func tabBarController(
        _ tabBarController: TabBarController, animationControllerForTransitionFrom from: ViewControllerReference,
        to: ViewControllerReference
    ) -> TransitionAnimation?
    /// The orientations that the window may take; nil leaves that to the device.
    func tabBarControllerSupportedInterfaceOrientations(
        _ tabBarController: TabBarController
    ) -> InterfaceOrientationMask?
    /// nil is the present one.
    func tabBarControllerPreferredInterfaceOrientationForPresentation(
        _ tabBarController: TabBarController
    ) -> InterfaceOrientation?
}

extension TabBarControllerDelegate {
    public func tabBarController(
        _ tabBarController: TabBarController, shouldSelect viewController: ViewControllerReference
    ) async -> Bool { true }
    public func tabBarController(
        _ tabBarController: TabBarController, didSelect viewController: ViewControllerReference
    ) {}
    public func tabBarController(
        _ tabBarController: TabBarController, willBeginCustomizing viewControllers: [ViewControllerReference]
    ) {}
    public func tabBarController(
        _ tabBarController: TabBarController, willEndCustomizing viewControllers: [ViewControllerReference],
        changed: Bool
    ) {}
    public func tabBarController(
        _ tabBarController: TabBarController, didEndCustomizing viewControllers: [ViewControllerReference],
        changed: Bool
    ) {}
    public func tabBarController(
        _ tabBarController: TabBarController, animationControllerForTransitionFrom from: ViewControllerReference,
        to: ViewControllerReference
    ) -> TransitionAnimation? { nil }
    public func tabBarControllerSupportedInterfaceOrientations(
        _ tabBarController: TabBarController
    ) -> InterfaceOrientationMask? { nil }
    public func tabBarControllerPreferredInterfaceOrientationForPresentation(
        _ tabBarController: TabBarController
    ) -> InterfaceOrientation? { nil }
}

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
