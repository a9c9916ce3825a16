import TabPlugin

/// A tab bar delegate that animates changes of tabs, restricts orientations, and sets which tabs can be customized.
final class Director: ViewController, TabBarControllerDelegate {
    override func viewDidLoad() {
        super.viewDidLoad()
        add("Update") { $0.updateInteractiveTransition(0.5) }
        add("Finish") { $0.finishInteractiveTransition() }
        add("Cancel") { $0.cancelInteractiveTransition() }
        add("Hide") { $0.isTabBarHidden.toggle() }
        add("Lock") { $0.customizableViewControllers = Array($0.customizableViewControllers.dropFirst()) }
        add("Watch") { [weak self] in $0.delegate = self }
    }

    private func add(_ name: String, _ action: @escaping @PluginActor (TabBarController) -> Void) {
        let button = Button(title: name) { [weak self] in
            if let tabs = self?.tabBarController { action(tabs) }
        }
        button.identifier = name
        view.addSubview(button)
    }

    func tabBarController(
        _ tabBarController: TabBarController, animationControllerForTransitionFrom from: ViewControllerReference,
        to: ViewControllerReference
    ) -> TransitionAnimation? {
        TransitionAnimation(duration: 1, curve: .linear, isInteractive: true)
    }

    func tabBarControllerSupportedInterfaceOrientations(
        _ tabBarController: TabBarController
    ) -> InterfaceOrientationMask? { .landscape }

    func tabBarControllerPreferredInterfaceOrientationForPresentation(
        _ tabBarController: TabBarController
    ) -> InterfaceOrientation? { .landscapeRight }
}
