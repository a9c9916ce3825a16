import TabPlugin

/// Tab bars as views: an enabled and a disabled one.
final class Bars: GalleryTab, TabBarDelegate {
    private let mailboxes = TabBar()
    private let disabled = TabBar()
    private let choice = Label()
    private let empties = Button(title: "Read all")

    override func build() {
        let items = [
            TabBarItem(title: "Inbox", image: "mail-unread-symbolic", tag: 0),
            TabBarItem(title: "Drafts", image: nil, tag: 1), TabBarItem(title: "Sent", image: nil, tag: 2),
            TabBarItem(title: "Spam", image: nil, tag: 3),
        ]
        items[0].badgeValue = "3"
        items[3].isEnabled = false
        mailboxes.identifier = "Mailboxes"
        mailboxes.accessibilityLabel = "Mailboxes"
        mailboxes.items = items
        mailboxes.selectedItem = items[0]
        mailboxes.delegate = self
        disabled.identifier = "Disabled"
        disabled.items = [TabBarItem(title: "One", image: nil, tag: 0), TabBarItem(title: "Two", image: nil, tag: 1)]
        disabled.isEnabled = false
        choice.identifier = "Choice"
        choice.text = "Inbox"
        empties.identifier = "ReadAll"
        empties.addAction(for: .primaryActionTriggered) { [weak self] in
            for item in self?.mailboxes.items ?? [] { item.badgeValue = nil }
        }
        reportTaps(of: empties)
        add([mailboxes, disabled, choice, empties])
    }

    override func place(in area: Rect) {
        let label = [choice].height(atLeast: 24, inWidth: area.width)
        let rows = area.rows([49, 49, label, [empties].height(atLeast: 36, inWidth: area.width), 0])
        for (view, row) in zip([mailboxes, disabled, choice, empties], rows) { view.frame = row }
    }

    func tabBar(_ tabBar: TabBar, didSelect item: TabBarItem) {
        choice.text = item.title ?? ""
        report(tabBar, "selectItem", item.tag)
    }
}
