/// Methods that control the selection of tabs and are notified of changes.
///
/// All methods have default implementations. You can implement an `async` requirement with a synchronous method. If a
/// reply takes more than half a second, the tap is allowed.
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
    /// Returns whether the user's tap may select a tab. The default is true.
    func tabBarController(
        _ tabBarController: TabBarController, shouldSelect viewController: ViewControllerReference
    ) async -> Bool
    /// The user's tap has selected a tab. Also called if the tab was selected before.
    func tabBarController(_ tabBarController: TabBarController, didSelect viewController: ViewControllerReference)
    /// Returns whether the user may close a tab whose item allows it. The default is true.
    func tabBarController(
        _ tabBarController: TabBarController, shouldClose viewController: ViewControllerReference
    ) async -> Bool
    /// The user has closed a tab. Its view controller no longer exists.
    func tabBarController(_ tabBarController: TabBarController, didClose viewController: ViewControllerReference)
    /// The user is about to customize the tabs.
    func tabBarController(
        _ tabBarController: TabBarController, willBeginCustomizing viewControllers: [ViewControllerReference])
    /// The user is about to finish customizing.
    ///
    /// - Parameters:
    ///   - viewControllers: The tabs in the new order.
    ///   - changed: Whether the order has changed.
    func tabBarController(
        _ tabBarController: TabBarController, willEndCustomizing viewControllers: [ViewControllerReference],
        changed: Bool)
    /// The user has finished customizing.
    func tabBarController(
        _ tabBarController: TabBarController, didEndCustomizing viewControllers: [ViewControllerReference],
        changed: Bool)
    /// Returns the animation of a change to another tab; nil for none.
    ///
    /// Called for taps and for changes in code, while the old tab is still selected.
    func tabBarController(
        _ tabBarController: TabBarController, animationControllerForTransitionFrom from: ViewControllerReference,
        to: ViewControllerReference
    ) -> TransitionAnimation?
    /// Returns the orientations that the window may have; with nil the device decides.
    func tabBarControllerSupportedInterfaceOrientations(
        _ tabBarController: TabBarController
    ) -> InterfaceOrientationMask?
    /// Returns the preferred orientation; nil for the current one.
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
        _ tabBarController: TabBarController, shouldClose viewController: ViewControllerReference
    ) async -> Bool { true }
    public func tabBarController(
        _ tabBarController: TabBarController, didClose viewController: ViewControllerReference
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

/// The animation of a change of tabs.
public struct TransitionAnimation: Hashable, Sendable {
    public enum Curve: String, Hashable, Sendable { case easeInOut, easeIn, easeOut, linear }

    /// The duration in seconds, 0 to 10.
    public var duration: Double
    public var curve: Curve
    /// Whether the delegate drives the animation with `TabBarController.updateInteractiveTransition(_:)` and finishes
    /// or cancels it.
    public var isInteractive: Bool
    /// Whether the user's gesture in a front end, such as a swipe, drives the animation if it began the change. Other
    /// changes take the duration.
    public var followsGesture: Bool

    public init(
        duration: Double, curve: Curve = .easeInOut, isInteractive: Bool = false, followsGesture: Bool = false
    ) {
        self.duration = duration
        self.curve = curve
        self.isInteractive = isInteractive
        self.followsGesture = followsGesture
    }

    var options: [String: Value] {
        var options: [String: Value] = [
            "Duration": .double(duration), "Curve": .string(curve.rawValue), "Interactive": .bool(isInteractive),
        ]
        if followsGesture { options["Gesture"] = .bool(true) }
        return options
    }
}
