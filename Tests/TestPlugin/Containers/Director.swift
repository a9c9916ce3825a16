import TabPlugin

/// A tab bar delegate that animates changes of tabs, restricts orientations, and sets which tabs can be customized.
final class Director: ViewController, TabBarControllerDelegate {
    override func viewDidLoad() {
        super.viewDidLoad()
        addForTabs("Update") { $0.updateInteractiveTransition(0.5) }
        addForTabs("Finish") { $0.finishInteractiveTransition() }
        addForTabs("Cancel") { $0.cancelInteractiveTransition() }
        addForTabs("Hide") { $0.isTabBarHidden.toggle() }
        addForTabs("Focus") { $0.isFocusEnabled.toggle() }
        addForTabs("Lock") { $0.customizableViewControllers = Array($0.customizableViewControllers.dropFirst()) }
        addForTabs("Watch") { [unowned self] in $0.delegate = self }
    }

    func tabBarController(
        _ tabBarController: TabBarController, animationControllerForTransitionFrom from: ViewControllerReference,
        to: ViewControllerReference
    ) -> TransitionAnimation? {
        TransitionAnimation(duration: 1, curve: .linear, isInteractive: true, followsGesture: true)
    }

    func tabBarControllerSupportedInterfaceOrientations(
        _ tabBarController: TabBarController
    ) -> InterfaceOrientationMask? { .landscape }

    func tabBarControllerPreferredInterfaceOrientationForPresentation(
        _ tabBarController: TabBarController
    ) -> InterfaceOrientation? { .landscapeRight }
}
