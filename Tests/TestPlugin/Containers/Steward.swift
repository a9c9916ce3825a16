import TabPlugin

/// A tab that selects and arranges the tabs of its tab bar controller, of all owners, and assigns its tab bar item.
final class Steward: Panel {
    private let first = Button(title: "First")
    private let loose = ViewController()
    private var former: TabBarItem?
    private var preferred: View?

    override var preferredFocusedView: View? { preferred }

    override func viewDidLoad() {
        super.viewDidLoad()
        first.primaryAction = { [unowned self] in prefer(first) }
        add(first, as: "FocusFirst")
        addSelections()
        addLists()
        addItems()
        add("FocusNew") { [unowned self] in
            let button = Button(title: "New")
            add(button, as: "New")
            prefer(button)
        }
        addForTabs("FocusStranger") { [weak self] _ in self?.prefer(Button(title: "Nowhere")) }
        addForTabs("FocusGone") { [weak self] _ in self?.preferred?.removeFromSuperview() }
    }

    private func addSelections() {
        addForTabs("SelectLast") { $0.selectedViewController = $0.viewControllers.last }
        addForTabs("SelectSelf") { [weak self] in $0.selectedViewController = self }
        addForTabs("SelectMore") { $0.selectedViewController = $0.moreNavigationController }
        addForTabs("SelectNil") { $0.selectedViewController = nil }
        addForTabs("SelectLoose") { [weak self] in $0.selectedViewController = self?.loose }
        addForTabs("PushOnMore") { [unowned self] in
            $0.moreNavigationController?.pushViewController(loose, animated: false)
        }
        addForTabs("PopMore") { $0.moreNavigationController?.popToRootViewController(animated: false) }
        addForTabs("Compare") { [unowned self] tabs in
            let selected = tabs.selectedViewController
            let more = tabs.moreNavigationController
            output.text = """
                more \(selected == more) self \(selected === self) \(selected == self) navigation \
                \(selected is NavigationController) listed \(tabs.viewControllers.contains(self)) \
                \(more.map { tabs.viewControllers.contains($0) } ?? true) distinct \(Set(tabs.viewControllers).count) \
                pages \(more?.viewControllers.count ?? 0)
                """
        }
    }

    private func addLists() {
        addForTabs("Reverse") { $0.viewControllers = $0.viewControllers.reversed() }
        addForTabs("Give") { tabs in
            guard let last = tabs.viewControllers.last else { return }
            Binder.current?.viewControllers.append(last)
        }
        addForTabs("Steal") { tabs in
            guard let last = Binder.current?.viewControllers.last else { return }
            tabs.setViewControllers(tabs.viewControllers + [last], animated: true)
        }
        addForTabs("Lock") { [unowned self] in
            $0.customizableViewControllers = [self]
        }
    }

    private func addItems() {
        addForTabs("Item") { [weak self] _ in
            self?.former = self?.tabBarItem
            self?.tabBarItem = TabBarItem(title: "Made", image: "go-home-symbolic", tag: 7)
        }
        addForTabs("Images") { [weak self] _ in
            let item = TabBarItem(title: nil, image: "go-home-symbolic", selectedImage: "go-up-symbolic")
            self?.tabBarItem = item
            self?.output.text = "\(item.selectedImage ?? "nil") \(TabBarItem().selectedImage ?? "nil")"
        }
        addForTabs("System") { [weak self] _ in
            let item = TabBarItem(tabBarSystemItem: .mostRecent, tag: -3)
            item.badgeValue = "5"
            self?.tabBarItem = item
            self?.output.text = "\(item.title ?? "nil") \(item.image ?? "nil") \(item.tag)"
        }
        addForTabs("Change") { [weak self] _ in
            self?.former?.title = "Former"
            self?.tabBarItem.tag = 9
            self?.tabBarItem.badgeColor = "systemBlue"
        }
        addForTabs("States") { [unowned self] _ in
            tabBarItem.needsAttention = true
            tabBarItem.isLoading = true
            tabBarItem.toolTip = "Tip"
            tabBarItem.accessibilityLabel = "Label"
            tabBarItem.allowsClosing = true
            tabBarItem.allowsReordering = true
        }
        addForTabs("Hide") { [unowned self] _ in
            allowsHiding = true
            isTabHiddenByDefault = true
            isTabHidden = false
            output.text = "\(isTabHidden)"
        }
        addForTabs("Hidden") { [unowned self] _ in output.text = "\(isTabHidden)" }
        addForTabs("Share") { [unowned self] _ in
            loose.tabBarItem = tabBarItem
            output.text = "\(loose.tabBarItem === tabBarItem)"
        }
        addForTabs("Title") { [weak self] _ in self?.title = "Title" }
        addForTabs("AddLoose") { [unowned self] in
            loose.title = "Loose"
            loose.tabBarItem = TabBarItem(tabBarSystemItem: .search, tag: 2)
            $0.viewControllers.insert(loose, at: 0)
        }
    }

    private func prefer(_ view: View?) {
        preferred = view
        setNeedsFocusUpdate()
    }

}

/// A tab bar controller with a tab of the plugin, and the tabs in the arguments of the creator.
final class Binder: TabBarController {
    static weak var current: Binder?

    override func viewDidLoad() {
        super.viewDidLoad()
        Self.current = self
        // The list may have its old value until the view is loaded.
        let tabs = [Inbox()] + (arguments["Tabs"]?.viewControllers ?? [])
        viewControllers = tabs
        selectedViewController = tabs.last
    }
}
