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
final class Inbox: ViewController {
    private let output = Label()
    private var notes: [String] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        output.identifier = "Output"
        let ask = Button(title: "Ask") { [weak self] in self?.ask() }
        ask.identifier = "Ask"
        let select = Button(title: "Select") { [weak self] in self?.tabBarController?.selectedIndex = 1 }
        select.identifier = "Select"
        for subview in [output, ask, select] { view.addSubview(subview) }
    }

    func note(_ text: String) {
        notes.append(text)
        output.text = notes.joined(separator: ", ")
    }

    private func ask() {
        guard let tabs = tabBarController else { return note("no tabs") }
        let isOwn = tabs.selectedViewController?.viewController === self
        note("\(type(of: tabs)) \(tabs.viewControllers.count) \(tabs.selectedIndex ?? -1) \(isOwn)")
    }
}
