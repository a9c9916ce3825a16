import TabModel

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
        title = model.title(of: id)
        parent = model.parent(of: id)
        children = model.children(of: id)
        presented = model.presentedViewController(of: id)
        presenting = model.presentingViewController(of: id)
        navigationItem = model.navigationItem(of: id)
        backButtonTitle = model.backButtonTitle(of: id)
        containers = [model.tabBarController(of: id), model.navigationController(of: id)]
        appearance = model.appearanceState(of: id)
        isViewLoaded = model.isViewLoaded(id)
        item = model.tabBarItem(of: id)
        hidesBottomBar = model.hidesBottomBarWhenPushed(of: id)
        frame = model.frame(of: id)
        insets = model.safeAreaInsets(of: id)
        tabs = [model.viewControllers(of: id), model.customizableViewControllers(of: id), model.barItems(of: id)]
        selection = [model.selectedViewController(of: id), model.barSelectedItem(of: id)]
        selectedIndex = model.selectedIndex(of: id)
        tabFlags = [
            model.isTabBarHidden(of: id), model.isCustomizing(id), model.isBarTranslucent(of: id),
            model.isOverflowing(id),
        ]
        isBarHidden = model.isBarDrawnHidden(id)
        barFrames = [model.barFrame(of: id)] + model.itemFrames(of: id)
        let owner = model.kind(of: id) == .moreList ? model.tabBarController(of: id) : id
        rows = model.moreRows(of: owner ?? id)
        stack = model.navigationStack(id)
        isNavigationBarHidden = model.isNavigationBarHidden(id)
        navigationBarFrame = model.navigationBarFrame(of: id)
        isToolbarHidden = model.isToolbarHidden(id)
        toolbarFrame = model.toolbarFrame(of: id)
        window = model.window(of: id)
        transition = model.transition(in: id)
        let isList = model.kind(of: id) == .moreList
        arrangement = isList ? model.barArrangement(of: owner ?? id) : []
        page = isList ? model.pageRows(of: owner ?? id) : []
        pickedRow = isList ? model.pickedRow(of: owner ?? id) : nil
        isEditAvailable = isList && model.isEditAvailable(in: owner ?? id)
        focusedItem = model.focusedItem(of: id)
        focusedView = model.focusedView(of: id)
        popover = model.popoverConfiguration(of: id)
        placement = model.popoverPlacement(of: id)
        isPopoverPresented = model.isPopoverPresented(id)
        styles = [model.modalPresentationStyle(of: id), model.adaptivePresentationStyle(of: id)]
    }

    static func all(_ model: Hierarchy) -> [ViewControllerID: Snapshot] {
        Dictionary(uniqueKeysWithValues: model.allIDs.map { ($0, Snapshot($0, in: model)) })
    }
}
