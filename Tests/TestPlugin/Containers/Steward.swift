import TabPlugin

/// A tab that selects and arranges the tabs of its tab bar controller, of all owners, and assigns its tab bar item.
final class Steward: ViewController {
    private let output = Label()
    private let first = Button(title: "First")
    private let loose = ViewController()
    private var former: TabBarItem?
    private var preferred: View?

    override var preferredFocusedView: View? { preferred }

    override func viewDidLoad() {
        super.viewDidLoad()
        output.identifier = "Output"
        first.identifier = "FocusFirst"
        first.primaryAction = { [weak self] in self?.prefer(self?.first) }
        for subview in [output, first] { view.addSubview(subview) }
        addSelections()
        addLists()
        addItems()
        add("FocusNew") { [weak self] _ in
            let button = Button(title: "New")
            button.identifier = "New"
            self?.view.addSubview(button)
            self?.prefer(button)
        }
        add("FocusStranger") { [weak self] _ in self?.prefer(Button(title: "Nowhere")) }
        add("FocusGone") { [weak self] _ in self?.preferred?.removeFromSuperview() }
    }

    private func addSelections() {
        add("SelectLast") { $0.selectedViewController = $0.viewControllers.last }
        add("SelectSelf") { [weak self] in $0.selectedViewController = self }
        add("SelectMore") { $0.selectedViewController = $0.moreNavigationController }
        add("SelectNil") { $0.selectedViewController = nil }
        add("SelectLoose") { [weak self] in $0.selectedViewController = self?.loose }
        add("PushOnMore") { [weak self] in
            guard let self else { return }
            $0.moreNavigationController?.pushViewController(loose, animated: false)
        }
        add("PopMore") { $0.moreNavigationController?.popToRootViewController(animated: false) }
        add("Compare") { [weak self] tabs in
            guard let self else { return }
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
        add("Reverse") { $0.viewControllers = $0.viewControllers.reversed() }
        add("Give") { tabs in
            guard let last = tabs.viewControllers.last else { return }
            Binder.current?.viewControllers.append(last)
        }
        add("Steal") { tabs in
            guard let last = Binder.current?.viewControllers.last else { return }
            tabs.setViewControllers(tabs.viewControllers + [last], animated: true)
        }
        add("Lock") { [weak self] in
            guard let self else { return }
            $0.customizableViewControllers = [self]
        }
    }

    private func addItems() {
        add("Item") { [weak self] _ in
            self?.former = self?.tabBarItem
            self?.tabBarItem = TabBarItem(title: "Made", image: "go-home-symbolic", tag: 7)
        }
        add("Images") { [weak self] _ in
            let item = TabBarItem(title: nil, image: "go-home-symbolic", selectedImage: "go-up-symbolic")
            self?.tabBarItem = item
            self?.output.text = "\(item.selectedImage ?? "nil") \(TabBarItem().selectedImage ?? "nil")"
        }
        add("System") { [weak self] _ in
            let item = TabBarItem(tabBarSystemItem: .mostRecent, tag: -3)
            item.badgeValue = "5"
            self?.tabBarItem = item
            self?.output.text = "\(item.title ?? "nil") \(item.image ?? "nil") \(item.tag)"
        }
        add("Change") { [weak self] _ in
            self?.former?.title = "Former"
            self?.tabBarItem.tag = 9
            self?.tabBarItem.badgeColor = "systemBlue"
        }
        add("Share") { [weak self] _ in
            guard let self else { return }
            loose.tabBarItem = tabBarItem
            output.text = "\(loose.tabBarItem === tabBarItem)"
        }
        add("Title") { [weak self] _ in self?.title = "Title" }
        add("AddLoose") { [weak self] in
            guard let self else { return }
            loose.title = "Loose"
            loose.tabBarItem = TabBarItem(tabBarSystemItem: .search, tag: 2)
            $0.viewControllers.insert(loose, at: 0)
        }
    }

    private func prefer(_ view: View?) {
        preferred = view
        setNeedsFocusUpdate()
    }

    private func add(_ name: String, _ action: @escaping @PluginActor (TabBarController) -> Void) {
        let button = Button(title: name) { [weak self] in
            if let tabs = self?.tabBarController { action(tabs) }
        }
        button.identifier = name
        view.addSubview(button)
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
