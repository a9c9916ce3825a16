import TabPlugin

/// A view controller whose buttons create navigation controllers, present them and push on them.
final class Nest: ViewController {
    private let output = Label()
    private var notes: [String] = []
    private weak var stack: StopStack?

    override func viewDidLoad() {
        super.viewDidLoad()
        output.identifier = "Output"
        view.addSubview(output)
        add("Present") { [weak self] in self?.present(around: Stop()) }
        add("PresentNest") { [weak self] in self?.present(around: NavigationController(rootViewController: Stop())) }
        add("Begin") { [weak self] in
            guard let self else { return }
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
        add("Push") { [weak self] in
            guard let self, let stack else { return }
            stack.pushViewController(Stop(), animated: true)
            let top = stack.topViewController?.viewController
            note("\(stack.viewControllers.count) \(top?.navigationController === stack)")
        }
        add("Pop") { [weak self] in self?.stack?.popToRootViewController(animated: false) }
        add("Dismiss") { [weak self] in self?.dismiss(animated: false) }
        add("Ask") { [weak self] in
            guard let self else { return }
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

    private func add(_ name: String, _ action: @escaping @PluginActor () -> Void) {
        let button = Button(title: name, primaryAction: action)
        button.identifier = name
        view.addSubview(button)
    }

    private func note(_ text: String) {
        notes.append(text)
        output.text = notes.joined(separator: ", ")
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
