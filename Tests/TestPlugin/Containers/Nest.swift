import TabPlugin

/// A view controller whose buttons create navigation controllers, present them and push on them.
final class Nest: Panel {
    private weak var stack: StopStack?

    override func viewDidLoad() {
        super.viewDidLoad()
        add("Present") { [unowned self] in present(around: Stop()) }
        add("PresentNest") { [unowned self] in present(around: NavigationController(rootViewController: Stop())) }
        add("Begin") { [unowned self] in
            let stack = StopStack()
            note("\(stack.viewControllers.count)")
            let stops = ["First", "Second"].map { title in
                let stop = Stop()
                stop.title = title
                return stop
            }
            stack.setViewControllers(stops, animated: false)
            show(stack)
        }
        add("Push") { [unowned self] in
            guard let stack else { return }
            stack.pushViewController(Stop(), animated: true)
            let top = stack.topViewController?.viewController
            note("\(stack.viewControllers.count) \(top?.navigationController === stack)")
        }
        add("Pop") { [unowned self] in _ = stack?.popToRootViewController(animated: false) }
        add("Dismiss") { [unowned self] in dismiss(animated: false) }
        add("Ask") { [unowned self] in
            note(stack.map { "\($0.viewControllers.count)" } ?? "gone")
        }
    }

    private func present(around root: ViewController) {
        let stack = StopStack(rootViewController: root)
        stack.title = "Stack"
        show(stack)
    }

    private func show(_ stack: StopStack) {
        self.stack = stack
        stack.modalPresentationStyle = .fullScreen
        stack.onEvent = { [weak self] in self?.note($0) }
        present(stack, animated: false)
    }
}

/// A subclass of `NavigationController` that the manifest does not list.
final class StopStack: NavigationController {
    var onEvent: (@PluginActor (String) -> Void)?

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        onEvent?("appeared \(isBeingPresented)")
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        onEvent?("disappeared \(isBeingDismissed)")
    }

    isolated deinit { onEvent?("ended") }
}
