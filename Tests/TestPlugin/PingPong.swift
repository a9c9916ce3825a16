import TabPlugin

/// Selects the other one of two tabs whenever it appears.
final class PingPong: ViewController {
    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        guard let tabs = tabBarController, tabs.viewControllers.count == 2 else { return }
        tabs.selectedIndex =
            tabs.selectedViewController?.viewController === self ? (tabs.selectedIndex == 0 ? 1 : 0) : 0
    }
}
