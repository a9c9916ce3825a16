import TabPlugin

/// A tab bar controller that creates its tabs. It counts the taps on its bar and can lock a tab. Both are restored
/// after a restart.
final class Workspace: TabBarController, TabBarControllerDelegate {
    private let overview = Overview()
    private let draft = Draft()
    private let vault = ViewController()

    private var taps = 0 { didSet { show() } }
    private var isLocked = true { didSet { show() } }

    override func viewDidLoad() {
        super.viewDidLoad()
        delegate = self
        overview.onLock = { [weak self] isLocked in self?.isLocked = isLocked }
        overview.tabBarItem = TabBarItem(title: "Overview", image: "view-grid-symbolic", tag: 0)
        draft.tabBarItem = TabBarItem(tabBarSystemItem: .recents, tag: 1)
        vault.tabBarItem = TabBarItem(title: "Vault", image: "changes-prevent-symbolic", tag: 2)
        nameTabs()
        viewControllers = [overview, draft, vault]
        show()
    }

    /// Counts a tap on an enabled item. The delegate is asked afterwards (C-7).
    override func tabBar(_ tabBar: TabBar, didSelect item: Int) {
        super.tabBar(tabBar, didSelect: item)
        taps += 1
    }

    func tabBarController(
        _ tabBarController: TabBarController, shouldSelect viewController: ViewControllerReference
    ) -> Bool {
        viewController !== vault || !isLocked
    }

    func tabBarController(_ tabBarController: TabBarController, didSelect viewController: ViewControllerReference) {
        log(.debug, "workspace \(number) shows \(viewController.number)")
    }

    private func show() {
        overview.show(taps: taps, isLocked: isLocked)
        vault.tabBarItem.image = isLocked ? "changes-prevent-symbolic" : "changes-allow-symbolic"
    }

    // MARK: Restoration

    override func encodeRestorableState(with coder: Coder) {
        super.encodeRestorableState(with: coder)
        coder.encode(taps, forKey: "Taps")
        coder.encode(isLocked, forKey: "Locked")
    }

    override func decodeRestorableState(with coder: Coder) {
        super.decodeRestorableState(with: coder)
        taps = max(coder.decodeInt(forKey: "Taps") ?? 0, 0)
        isLocked = coder.decodeBool(forKey: "Locked") ?? true
    }

    /// Creates the tabs immediately, because restored tabs wait for their instances even without a front end.
    override func applicationFinishedRestoringState() {
        super.applicationFinishedRestoringState()
        loadViewIfNeeded()
    }

    /// Sets the restoration identifiers of the tabs, by which the host matches them with restored tabs.
    private func nameTabs() {
        guard let name = restorationIdentifier else { return }
        overview.restorationIdentifier = name + ".overview"
        draft.restorationIdentifier = name + ".draft"
        vault.restorationIdentifier = name + ".vault"
    }
}
