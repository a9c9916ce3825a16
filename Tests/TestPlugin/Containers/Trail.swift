import TabPlugin

/// A view controller whose buttons push and pop instances of `Stop`, a class that the manifest does not list.
final class Trail: Panel {
    /// A stop that is retained when it is popped.
    private let kept = Stop()
    private weak var last: Stop?

    override func viewDidLoad() {
        super.viewDidLoad()
        add("Push") { [unowned self] in push() }
        add("PushKept") { [unowned self] in
            kept.title = "Kept"
            navigationController?.pushViewController(kept, animated: true)
        }
        add("PushTwice") { [unowned self] in
            navigationController?.pushViewController(kept, animated: false)
            navigationController?.pushViewController(kept, animated: false)
        }
        add("Pop") { [weak self] in self?.navigationController?.popViewController(animated: true) }
        add("Present") { [unowned self] in
            let stop = Stop()
            stop.modalPresentationStyle = .fullScreen
            stop.preferredContentSize = Size(width: 320, height: 200)
            stop.onEnd = { [weak self] in self?.note("ended") }
            last = stop
            present(stop, animated: true)
        }
        add("PresentKept") { [unowned self] in
            present(kept, animated: false)
        }
        add("PresentBoth") { [unowned self] in
            let stop = Stop()
            stop.onAppear = { [weak self, weak stop] in
                guard let self, let stop else { return }
                stop.present(kept, animated: false)
            }
            present(stop, animated: false)
        }
        add("PresentBriefly") { [unowned self] in
            let stop = Stop()
            stop.onEnd = { [weak self] in self?.note("ended") }
            present(stop, animated: false)
            dismiss(animated: false)
        }
        add("Replace") { [weak self] in
            // Replace the top view controller as in UIKit.
            guard let navigation = self?.last?.navigationController else { return }
            let stop = Stop()
            stop.title = "Instead"
            navigation.popViewController(animated: false)
            navigation.pushViewController(stop, animated: false)
            self?.note("\(navigation.viewControllers.count) on the stack")
        }
        add("ToRoot") { [weak self] in self?.navigationController?.popToRootViewController(animated: false) }
        add("Reasons") { [weak self] in self?.kept.onReasons = { [weak self] in self?.note($0) } }
        add("Dismiss") { [weak self] in self?.dismiss(animated: true) }
        add("Ask") { [unowned self] in
            let own = "\(parent?.number ?? 0) \(navigationController?.number ?? 0) \(tabBarController?.number ?? 0)"
            note("\(own) \(kept.parent?.number ?? 0) \(last == nil ? "gone" : "there")")
        }
        add("Items") { [unowned self] in setItems() }
        add("Disable") { [weak self] in self?.navigationItem.rightBarButtonItem?.isEnabled = false }
        add("Toolbar") { [unowned self] in showToolbar() }
        add("ToolbarInCallback") { [unowned self] in
            let stop = Stop()
            stop.onAppear = { [weak self, weak stop] in
                guard let navigation = stop?.navigationController else { return }
                navigation.isToolbarHidden = false
                self?.note("\(navigation.isToolbarHidden)")
            }
            navigationController?.pushViewController(stop, animated: false)
        }
        add("DisableToolbarItem") { [weak self] in self?.toolbarItems.first?.isEnabled = false }
        add("Refused") { [weak self] in
            let stop = Stop()
            self?.tabBarController?.setViewControllers([stop, stop], animated: false)
        }
        add("Select") { [unowned self] in selectTab() }
        let table = TableView(frame: Rect(x: 0, y: 300, width: 200, height: 100))
        add("AddTable") { [unowned self] in
            table.rows = ["a", "b", "c"].map { TableView.Row($0, id: $0) }
            table.sections = [.init(header: "First", numberOfRows: 1), .init(footer: "End", numberOfRows: 2)]
            view.addSubview(table)
            table.scrollToRow(at: 2, at: .bottom, animated: true)
            table.scrollToRow(at: 7)
        }
        add("ChangeTable") { table.rows[1].detail = "new" }
        add("Announce") { [unowned self] in
            announce("3 stops")
            announce("a stop was removed", priority: .assertive)
            announce("")
        }
    }

    private func push() {
        let stop = Stop(named: "Stop")
        stop.onEnd = { [weak self] in self?.note("ended") }
        last = stop
        navigationController?.pushViewController(stop, animated: true)
    }

    private func setItems() {
        navigationItem.title = "Items"
        navigationItem.leftBarButtonItem = BarButtonItem(title: "Left") { [weak self] _ in self?.note("left") }
        navigationItem.rightBarButtonItems = ["edit-symbolic", "list-add-symbolic"].map { image in
            BarButtonItem(image: image) { [weak self] _ in self?.note(image) }
        }
        navigationItem.hidesBackButton = true
    }

    /// Reports whether the toolbar is hidden before and after a change.
    private func showToolbar() {
        navigationItem.rightBarButtonItem = BarButtonItem(title: "Right")
        let items = ["Reply", "Delete"].map { title in
            BarButtonItem(title: title) { [weak self] _ in self?.note(title) }
        }
        setToolbarItems(items, animated: false)
        guard let navigation = navigationController else { return }
        let wasHidden = navigation.isToolbarHidden
        navigation.setToolbarHidden(false, animated: true)
        note("\(wasHidden) \(navigation.isToolbarHidden)")
    }
}

/// The view controller that `Trail` pushes. Its view shows its callbacks.
final class Stop: Panel {
    var onEnd: (@PluginActor () -> Void)?
    var onAppear: (@PluginActor () -> Void)?
    /// The code to run when it disappears, with the reasons of its transitions.
    var onReasons: (@PluginActor (String) -> Void)?
    private var reasons: [String] = []

    init(named title: String) {
        super.init()
        self.title = title
    }

    required init(arguments: [String: Value]) { super.init(arguments: arguments) }

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.rightBarButtonItem = BarButtonItem(title: "Done") { [weak self] _ in
            self?.navigationController?.popViewController(animated: false)
        }
    }

    private var reason: String {
        let flags = [
            (isMovingToParent, "in"), (isMovingFromParent, "out"), (isBeingPresented, "presented"),
            (isBeingDismissed, "dismissed"),
        ]
        return flags.filter(\.0).map(\.1).first ?? "-"
    }

    override func viewWillAppear(_ animated: Bool) { note("will \(animated)") }
    override func viewDidAppear(_ animated: Bool) {
        reasons.append(reason)
        onAppear?()
    }
    override func viewWillDisappear(_ animated: Bool) { reasons.append(reason) }
    override func viewDidDisappear(_ animated: Bool) {
        reasons.append(reason)
        onReasons?(reasons.joined(separator: " "))
        note("did not \(animated)")
    }
    override func didMove(toParent parent: ViewControllerReference?) { note("in \(parent?.number ?? 0)") }

    isolated deinit { onEnd?() }
}
