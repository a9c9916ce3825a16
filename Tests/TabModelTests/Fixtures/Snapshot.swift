/// All readable state of one controller. Any difference must have been announced as a change.
struct Snapshot: Hashable {
    let title: String?
    let parent: ViewControllerID?
    let children: [ViewControllerID]
    let presented: ViewControllerID?
    let presenting: ViewControllerID?
    let navigationItem: NavigationItem
    let backButtonTitle: String?
    let containers: [ViewControllerID?]
    let appearance: AppearanceState
    let isViewLoaded: Bool
    let item: TabBarItem
    let hidesBottomBar: Bool
    let frame: Rect
    let insets: Insets
    let tabs: [[ViewControllerID]]
    let selection: [ViewControllerID?]
    let selectedIndex: Int?
    let tabFlags: [Bool]
    let isBarHidden: Bool
    let barFrames: [Rect]
    let rows: [ViewControllerID]
    let stack: [ViewControllerID]?
    let isNavigationBarHidden: Bool
    let navigationBarFrame: Rect
    let isToolbarHidden: Bool
    let toolbarFrame: Rect
    let window: Window?
    let transition: Transition?
    let arrangement: [ViewControllerID]
    let isEditAvailable: Bool
    let page: [ViewControllerID]
    let pickedRow: Int?
    let focusedItem: Int?
    let focusedView: ViewAddress?
    let popover: PopoverConfiguration?
    let placement: PopoverPlacement?
    let isPopoverPresented: Bool
    let styles: [ModalPresentationStyle]

    init(_ id: ViewControllerID, in model: Hierarchy) {
        title = model.nodes.title(of: id)
        parent = model.nodes.parent(of: id)
        children = model.nodes.children(of: id)
        presented = model.nodes.presentedViewController(of: id)
        presenting = model.nodes.presentingViewController(of: id)
        navigationItem = model.nodes.navigationItem(of: id)
        backButtonTitle = model.nodes.backButtonTitle(of: id)
        containers = [model.nodes.tabBarController(of: id), model.nodes.navigationController(of: id)]
        appearance = model.nodes.appearanceState(of: id)
        isViewLoaded = model.nodes.isViewLoaded(id)
        item = model.nodes.tabBarItem(of: id)
        hidesBottomBar = model.nodes.hidesBottomBarWhenPushed(of: id)
        frame = model.geometry.frame(of: id)
        insets = model.geometry.safeAreaInsets(of: id)
        tabs = [
            model.nodes.viewControllers(of: id), model.nodes.customizableViewControllers(of: id),
            model.nodes.barItems(of: id),
        ]
        selection = [model.nodes.selectedViewController(of: id), model.nodes.barSelectedItem(of: id)]
        selectedIndex = model.nodes.selectedIndex(of: id)
        tabFlags = [
            model.nodes.isTabBarHidden(of: id), model.nodes.isCustomizing(id), model.nodes.isBarTranslucent(of: id),
            model.nodes.isOverflowing(id), model.nodes.isTabHidden(id),
        ]
        isBarHidden = model.nodes.isBarDrawnHidden(id)
        barFrames = [model.geometry.barFrame(of: id)] + model.geometry.itemFrames(of: id)
        let owner = model.nodes.kind(of: id) == .moreList ? model.nodes.tabBarController(of: id) : id
        rows = model.nodes.moreRows(of: owner ?? id)
        stack = model.nodes.navigationStack(id)
        isNavigationBarHidden = model.nodes.isNavigationBarHidden(id)
        navigationBarFrame = model.geometry.navigationBarFrame(of: id)
        isToolbarHidden = model.nodes.isToolbarHidden(id)
        toolbarFrame = model.geometry.toolbarFrame(of: id)
        window = model.nodes.window(of: id)
        transition = model.nodes.transition(in: id)
        let isList = model.nodes.kind(of: id) == .moreList
        arrangement = isList ? model.nodes.barArrangement(of: owner ?? id) : []
        page = isList ? model.nodes.pageRows(of: owner ?? id) : []
        pickedRow = isList ? model.nodes.pickedRow(of: owner ?? id) : nil
        isEditAvailable = isList && model.nodes.isEditAvailable(in: owner ?? id)
        focusedItem = model.nodes.focusedItem(of: id)
        focusedView = model.nodes.focusedView(of: id)
        popover = model.nodes.popoverConfiguration(of: id)
        placement = model.nodes.popoverPlacement(of: id)
        isPopoverPresented = model.nodes.isPopoverPresented(id)
        styles = [model.nodes.modalPresentationStyle(of: id), model.nodes.adaptivePresentationStyle(of: id)]
    }

    static func all(_ model: Hierarchy) -> [ViewControllerID: Snapshot] {
        Dictionary(uniqueKeysWithValues: model.nodes.allIDs.map { ($0, Snapshot($0, in: model)) })
    }
}
