import TabPlugin

/// A tab that once selects a tab inside a callback, and records the selection immediately afterwards.
///
/// Arguments: `In`, the callback, and `Select`, the index of the tab (negative: replaces the tabs, with this one
/// first). Or `Push`, the number of view controllers to push when the view is loaded.
final class Reentrant: ViewController, TabBarControllerDelegate {
    private let output = Label()
    private var callback = ""
    private var index = 0
    private var pushes = 0

    required init(arguments: [String: Value]) {
        super.init(arguments: arguments)
        callback = arguments["In"]?.string ?? ""
        index = arguments["Select"]?.int ?? 0
        pushes = arguments["Push"]?.int ?? 0
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        add(output, as: "Output")
        select(in: "viewDidLoad")
        for _ in 0..<pushes { navigationController?.pushViewController(Blank(), animated: false) }
    }

    private func select(in callback: String) {
        guard callback == self.callback, let tabs = tabBarController else { return }
        self.callback = ""
        if index < 0 { tabs.setViewControllers([self, Blank()], animated: false) }
        tabs.selectedIndex = max(0, index)
        output.text = "selected \(tabs.selectedIndex.map(String.init) ?? "none")"
    }

    override func didMove(toParent parent: ViewControllerReference?) {
        super.didMove(toParent: parent)
        if parent != nil { tabBarController?.delegate = self }
        select(in: "didMove")
    }

    override func willMove(toParent parent: ViewControllerReference?) {
        super.willMove(toParent: parent)
        select(in: "willMove")
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        select(in: "viewWillAppear")
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        select(in: "viewDidAppear")
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        select(in: "viewWillDisappear")
    }

    func tabBarController(_ tabBarController: TabBarController, didSelect viewController: ViewControllerReference) {
        select(in: "didSelect")
    }

    func tabBarController(
        _ tabBarController: TabBarController, willBeginCustomizing viewControllers: [ViewControllerReference]
    ) { select(in: "willBeginCustomizing") }

    func tabBarController(
        _ tabBarController: TabBarController, willEndCustomizing viewControllers: [ViewControllerReference],
        changed: Bool
    ) { select(in: "willEndCustomizing") }

    func tabBarController(
        _ tabBarController: TabBarController, didEndCustomizing viewControllers: [ViewControllerReference],
        changed: Bool
    ) { select(in: "didEndCustomizing") }

    func tabBarController(
        _ tabBarController: TabBarController, animationControllerForTransitionFrom from: ViewControllerReference,
        to: ViewControllerReference
    ) -> TransitionAnimation? {
        guard callback == "animation" else { return nil }
        select(in: "animation")
        title = "Animated"
        return TransitionAnimation(duration: 5)
    }
}

/// One of two tabs, which selects the other tab whenever it appears.
final class PingPong: ViewController {
    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        guard let tabs = tabBarController, tabs.viewControllers.count == 2 else { return }
        tabs.selectedIndex =
            tabs.selectedViewController?.viewController === self ? (tabs.selectedIndex == 0 ? 1 : 0) : 0
    }
}
