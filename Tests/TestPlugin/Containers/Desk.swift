import TabPlugin

/// A tab bar controller that creates its tabs.
final class Desk: TabBarController {
    private let inbox = Inbox()
    private let outbox = Inbox()

    override func viewDidLoad() {
        super.viewDidLoad()
        inbox.title = "Inbox"
        outbox.title = "Outbox"
        setViewControllers([inbox, outbox], animated: false)
    }

    override func tabBar(_ tabBar: TabBar, didSelect item: Int) { inbox.note("tapped \(item)") }
}

/// A tab that shows the state of its tab bar controller, and can select tabs.
final class Inbox: Panel {
    override func viewDidLoad() {
        super.viewDidLoad()
        add("Ask") { [unowned self] in ask() }
        addForTabs("Select") { $0.selectedIndex = 1 }
    }

    private func ask() {
        guard let tabs = tabBarController else { return note("no tabs") }
        let isOwn = tabs.selectedViewController?.viewController === self
        note("\(type(of: tabs)) \(tabs.viewControllers.count) \(tabs.selectedIndex ?? -1) \(isOwn)")
    }
}
