import TabPlugin

/// Checks of tab bars as views.
final class TabBarChecks: Checks, TabBarDelegate {
    private var heard = 0

    func tabBar(_ tabBar: TabBar, didSelect item: TabBarItem) { heard += 1 }

    override func viewDidLoad() {
        super.viewDidLoad()
        let bar = TabBar()
        bar.items = TabBarItem.SystemItem.allCases.map { TabBarItem(tabBarSystemItem: $0, tag: 0) }
        bar.items.first?.title = "Own"
        add(bar, as: "System")
    }

    override func check() {
        let items = ["a", "b", "c"].map { TabBarItem(title: $0, image: nil, tag: 7) }
        let (first, second, third) = (items[0], items[1], items[2])
        let bar = TabBar()
        bar.delegate = self
        isTrue(bar.items.isEmpty && bar.selectedItem == nil, "a new bar has no items and no selection")
        isTrue(bar.isFocusable && bar.tabBarController == nil, "a bar of its own")
        equal(first.tag, 7, "a tag")
        bar.selectedItem = first
        isTrue(bar.selectedItem == nil, "an item that is not in the bar is ignored")
        bar.items = [first, second]
        isTrue(bar.selectedItem == nil, "new items select nothing")
        bar.selectedItem = second
        isTrue(bar.selectedItem === second, "a selection in code")
        bar.selectedItem = third
        isTrue(bar.selectedItem === second, "a foreign item leaves the selection")
        bar.setItems([second, third], animated: true)
        isTrue(bar.selectedItem === second && bar.items.count == 2, "new items with the selected one keep it")
        bar.items = [first, third]
        isTrue(bar.selectedItem == nil, "new items without the selected one clear it")
        bar.selectedItem = third
        bar.selectedItem = nil
        isTrue(bar.selectedItem == nil, "nothing is selected on purpose")
        bar.selectedItem = first
        bar.items = []
        isTrue(bar.selectedItem == nil, "without items nothing is selected")
        equal(heard, 0, "the delegate is not notified of selections in code")
        guard let managed = tabBarController?.tabBar else { return isTrue(false, "a managed bar") }
        managed.items = [first]
        managed.selectedItem = first
        isTrue(managed.items.isEmpty && managed.selectedItem == nil, "a managed bar refuses items")
        isTrue(managed.tabBarController != nil && !managed.isFocusable, "a managed bar has a tab bar controller")
    }
}
