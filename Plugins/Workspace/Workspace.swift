import TabPlugin

/// A tab bar controller with tabs of its own. It counts the taps on its bar, locks a tab, and restores both after a
/// restart.
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

    /// A tap on an enabled item, before the delegate is asked (C-7).
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

    /// The tabs wait for their code, which must not wait for a front end.
    override func applicationFinishedRestoringState() {
        super.applicationFinishedRestoringState()
        loadViewIfNeeded()
    }

    /// Gives the tabs their restoration identifiers, by which the host matches them with the restored tabs.
    private func nameTabs() {
        guard let name = restorationIdentifier else { return }
        overview.restorationIdentifier = name + ".overview"
        draft.restorationIdentifier = name + ".draft"
        vault.restorationIdentifier = name + ".vault"
    }
}
