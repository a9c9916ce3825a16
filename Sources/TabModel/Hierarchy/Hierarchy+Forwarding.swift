/// Forwards to the parts of the model.
extension Hierarchy {
    package func displayedChild(of id: ViewControllerID) -> ViewControllerID? { nodes.displayedChild(of: id) }
    package func displayedContent(of id: ViewControllerID) -> [ViewControllerID] { nodes.displayedContent(of: id) }
    package func presentation(by id: ViewControllerID) -> Presentation? { nodes.presentation(by: id) }
    package func presentedViewController(of id: ViewControllerID) -> ViewControllerID? {
        nodes.presentedViewController(of: id)
    }
    package func presentingViewController(of id: ViewControllerID) -> ViewControllerID? {
        nodes.presentingViewController(of: id)
    }
    package func alert(_ id: ViewControllerID) -> Alert? { nodes.alert(id) }
    package func blockingAlert(in root: ViewControllerID) -> ViewControllerID? { nodes.blockingAlert(in: root) }
    package func hasPopover(_ id: ViewControllerID) -> Bool { nodes.hasPopover(id) }
    package func popoverConfiguration(of id: ViewControllerID) -> PopoverConfiguration? {
        nodes.popoverConfiguration(of: id)
    }
    package func popoverNumber(of id: ViewControllerID) -> UInt64? { nodes.popoverNumber(of: id) }
    package func isPopoverPresented(_ id: ViewControllerID) -> Bool { nodes.isPopoverPresented(id) }
    package func popoverPlacement(of id: ViewControllerID) -> PopoverPlacement? { nodes.popoverPlacement(of: id) }
    package func popoverArrowDirection(of id: ViewControllerID) -> PopoverArrowDirection {
        nodes.popoverArrowDirection(of: id)
    }
    package func adaptivePresentationStyle(of id: ViewControllerID) -> ModalPresentationStyle {
        nodes.adaptivePresentationStyle(of: id)
    }
    package func openPopoverQuestion(of id: ViewControllerID) -> PopoverQuestion? { nodes.openPopoverQuestion(of: id) }
    package func awaitsReader(_ id: ViewControllerID) -> Bool { nodes.awaitsReader(id) }
    package func nearestPopover(of id: ViewControllerID) -> ViewControllerID? { nodes.nearestPopover(of: id) }
    package func viewControllers(of tbc: ViewControllerID) -> [ViewControllerID] { nodes.viewControllers(of: tbc) }
    package func selectedViewController(of tbc: ViewControllerID) -> ViewControllerID? {
        nodes.selectedViewController(of: tbc)
    }
    package func selectedIndex(of tbc: ViewControllerID) -> Int? { nodes.selectedIndex(of: tbc) }
    package func customizableViewControllers(of tbc: ViewControllerID) -> [ViewControllerID] {
        nodes.customizableViewControllers(of: tbc)
    }
    package func moreNavigationController(of tbc: ViewControllerID) -> ViewControllerID? {
        nodes.moreNavigationController(of: tbc)
    }
    package func moreList(of tbc: ViewControllerID) -> ViewControllerID? { nodes.moreList(of: tbc) }
    package func profile(of tbc: ViewControllerID) -> Profile? { nodes.profile(of: tbc) }
    package func lifecycleOrder(of tbc: ViewControllerID) -> LifecycleOrder? { nodes.lifecycleOrder(of: tbc) }
    package func transition(in tbc: ViewControllerID) -> Transition? { nodes.transition(in: tbc) }
    package func isTabBarHidden(of tbc: ViewControllerID) -> Bool { nodes.isTabBarHidden(of: tbc) }
    package func isBarTranslucent(of tbc: ViewControllerID) -> Bool { nodes.isBarTranslucent(of: tbc) }
    package func isBarDrawnHidden(_ tbc: ViewControllerID) -> Bool { nodes.isBarDrawnHidden(tbc) }
    package func isOverflowing(_ tbc: ViewControllerID) -> Bool { nodes.isOverflowing(tbc) }
    package func barItems(of tbc: ViewControllerID) -> [ViewControllerID] { nodes.barItems(of: tbc) }
    package func barSelectedItem(of tbc: ViewControllerID) -> ViewControllerID? { nodes.barSelectedItem(of: tbc) }
    package func moreRows(of tbc: ViewControllerID) -> [ViewControllerID] { nodes.moreRows(of: tbc) }
    package func isCustomizing(_ tbc: ViewControllerID) -> Bool { nodes.isCustomizing(tbc) }
    package func movableTabs(of tbc: ViewControllerID) -> [ViewControllerID] { nodes.movableTabs(of: tbc) }
    package func isEditAvailable(in tbc: ViewControllerID) -> Bool { nodes.isEditAvailable(in: tbc) }
    package func barArrangement(of tbc: ViewControllerID) -> [ViewControllerID] { nodes.barArrangement(of: tbc) }
    package func pageRows(of tbc: ViewControllerID) -> [ViewControllerID] { nodes.pageRows(of: tbc) }
    package func pickedRow(of tbc: ViewControllerID) -> Int? { nodes.pickedRow(of: tbc) }
    package func focusedItem(of tbc: ViewControllerID) -> Int? { nodes.focusedItem(of: tbc) }
    package func focusedView(of tbc: ViewControllerID) -> ViewAddress? { nodes.focusedView(of: tbc) }
    package func contains(_ id: ViewControllerID) -> Bool { nodes.contains(id) }
    package var allIDs: [ViewControllerID] { nodes.allIDs }
    package func kind(of id: ViewControllerID) -> Kind? { nodes.kind(of: id) }
    package func parent(of id: ViewControllerID) -> ViewControllerID? { nodes.parent(of: id) }
    package func children(of id: ViewControllerID) -> [ViewControllerID] { nodes.children(of: id) }
    package func branches(of id: ViewControllerID) -> [ViewControllerID] { nodes.branches(of: id) }
    package func owner(of id: ViewControllerID) -> ViewControllerID? { nodes.owner(of: id) }
    package func root(of id: ViewControllerID) -> ViewControllerID { nodes.root(of: id) }
    package func tabBarController(of id: ViewControllerID) -> ViewControllerID? { nodes.tabBarController(of: id) }
    package func navigationController(of id: ViewControllerID) -> ViewControllerID? {
        nodes.navigationController(of: id)
    }
    package func navigationStack(_ id: ViewControllerID) -> [ViewControllerID]? { nodes.navigationStack(id) }
    package func backButtonTitle(of id: ViewControllerID) -> String? { nodes.backButtonTitle(of: id) }
    package func title(of id: ViewControllerID) -> String? { nodes.title(of: id) }
    package func restorationIdentifier(of id: ViewControllerID) -> String { nodes.restorationIdentifier(of: id) }
    package func appearanceState(of id: ViewControllerID) -> AppearanceState { nodes.appearanceState(of: id) }
    package func isViewLoaded(_ id: ViewControllerID) -> Bool { nodes.isViewLoaded(id) }
    package func window(of root: ViewControllerID) -> Window? { nodes.window(of: root) }
    package func tabBarItem(of id: ViewControllerID) -> TabBarItem { nodes.tabBarItem(of: id) }
    package func navigationItem(of id: ViewControllerID) -> NavigationItem { nodes.navigationItem(of: id) }
    package func isNavigationBarHidden(_ nav: ViewControllerID) -> Bool { nodes.isNavigationBarHidden(nav) }
    package func isToolbarHidden(_ nav: ViewControllerID) -> Bool { nodes.isToolbarHidden(nav) }
    package func hidesBottomBarWhenPushed(of id: ViewControllerID) -> Bool { nodes.hidesBottomBarWhenPushed(of: id) }
    package func edgesForExtendedLayout(of id: ViewControllerID) -> UInt32 { nodes.edgesForExtendedLayout(of: id) }
    package func extendedLayoutIncludesOpaqueBars(of id: ViewControllerID) -> Bool {
        nodes.extendedLayoutIncludesOpaqueBars(of: id)
    }
    package func modalPresentationStyle(of id: ViewControllerID) -> ModalPresentationStyle {
        nodes.modalPresentationStyle(of: id)
    }
    package func isModalInPresentation(_ id: ViewControllerID) -> Bool { nodes.isModalInPresentation(id) }
    package func preferredContentSize(of id: ViewControllerID) -> Size { nodes.preferredContentSize(of: id) }
    package func textContent(of id: ViewControllerID) -> Int { nodes.textContent(of: id) }
    package func windowFrames(ofBarButtonItemsOf id: ViewControllerID) -> [(item: UInt32, frame: Rect)] {
        geometry.windowFrames(ofBarButtonItemsOf: id)
    }
    package func navigationBarFrame(of nav: ViewControllerID) -> Rect { geometry.navigationBarFrame(of: nav) }
    package func toolbarFrame(of nav: ViewControllerID) -> Rect { geometry.toolbarFrame(of: nav) }
    package func alertLayout(of id: ViewControllerID) -> AlertLayout? { geometry.alertLayout(of: id) }
    package func frame(of id: ViewControllerID) -> Rect { geometry.frame(of: id) }
    package func safeAreaInsets(of id: ViewControllerID) -> Insets { geometry.safeAreaInsets(of: id) }
    package func barFrame(of tbc: ViewControllerID) -> Rect { geometry.barFrame(of: tbc) }
    package func itemFrames(of tbc: ViewControllerID) -> [Rect] { geometry.itemFrames(of: tbc) }
    package func windowOrigin(of id: ViewControllerID) -> Point { geometry.windowOrigin(of: id) }
    package func requireWritableRightItems(of id: ViewControllerID) throws(ModelError) {
        try require.writableRightItems(of: id)
    }
    package func requireBarButtonItem(_ item: UInt32, of id: ViewControllerID) throws(ModelError) {
        try require.tappable(item, of: id)
    }
    package static var editItem: BarButtonItem { .edit }
    package static var doneItem: BarButtonItem { .done }
    package static var anchorTimeout: UInt64 { PopoverPresentation.anchorTimeout }
    package static var maximumAnsweredAlerts: Int { Alert.maximumAnswered }
    package typealias ReopenSnapshot = TabModel.ReopenSnapshot
    package typealias Restoration = TabModel.Restoration
    package mutating func setNavigationItem(of id: ViewControllerID, _ change: (inout NavigationItem) -> Void)
        throws(ModelError)
    { try changeSettings(of: id) { change(&$0.navigationItem) } }
    package mutating func setHidesBottomBarWhenPushed(_ hides: Bool, of id: ViewControllerID) throws(ModelError) {
        try changeSettings(of: id) { $0.hidesBottomBarWhenPushed = hides }
    }
    package mutating func setEdgesForExtendedLayout(_ edges: UInt32, of id: ViewControllerID) throws(ModelError) {
        try changeSettings(of: id) { $0.edgesForExtendedLayout = edges }
    }
    package mutating func setExtendedLayoutIncludesOpaqueBars(_ includes: Bool, of id: ViewControllerID)
        throws(ModelError)
    { try changeSettings(of: id) { $0.extendedLayoutIncludesOpaqueBars = includes } }
    package mutating func setToolbarHidden(_ isHidden: Bool, of id: ViewControllerID) throws(ModelError) {
        try changeSettings(of: id) { $0.isToolbarHidden = isHidden }
    }
    package mutating func setNavigationBarHidden(_ isHidden: Bool, of id: ViewControllerID) throws(ModelError) {
        try changeSettings(of: id) { $0.isNavigationBarHidden = isHidden }
    }
    package mutating func setModalPresentationStyle(_ style: ModalPresentationStyle, of id: ViewControllerID)
        throws(ModelError)
    { try changeSettings(of: id) { $0.modalPresentationStyle = style } }
    package mutating func setModalInPresentation(_ isModal: Bool, of id: ViewControllerID) throws(ModelError) {
        try changeSettings(of: id) { $0.isModalInPresentation = isModal }
    }
    package mutating func setPreferredContentSize(_ size: Size, of id: ViewControllerID) throws(ModelError) {
        try changeSettings(of: id) { $0.preferredContentSize = size }
    }
    package func hitTest(atX x: Double, y: Double, in root: ViewControllerID, _ hits: ViewHits) -> HitTestResult {
        withoutActuallyEscaping(hits) { HitTest(nodes, $0).result(atX: x, y: y, in: root) }
    }
    package func permission(for target: HitTestTarget) -> GesturePermission { HitTest(nodes).permission(for: target) }
    package func topmostPopover(in root: ViewControllerID) -> ViewControllerID? {
        HitTest(nodes).topmostPopover(in: root)
    }
    package func needsUpdateCycle(_ frames: ViewFrames) -> Bool {
        withoutActuallyEscaping(frames) { PresentationCycle($0).hasWork(in: self) }
    }
    package mutating func runUpdateCycle(_ frames: ViewFrames) {
        withoutActuallyEscaping(frames) { PresentationCycle($0).run(on: &self) }
    }
    package mutating func endWaitForAnchor(of id: ViewControllerID) {
        PopoverPresentation(id).endWaitForAnchor(in: &self)
    }
    package mutating func popoverIsRead(_ id: ViewControllerID) { PopoverPresentation(id).endWaitForReader(in: &self) }
    package mutating func attemptToDismiss(_ id: ViewControllerID) -> DismissalAttempt {
        PopoverPresentation(id).attemptToDismiss(in: &self)
    }
    @discardableResult package mutating func answer(_ question: PopoverQuestion, _ answer: PopoverAnswer) -> Bool {
        PopoverPresentation.answer(question, answer, in: &self)
    }
    package mutating func presentAlert(
        _ alert: Alert, title: String, from receiver: ViewControllerID, animated: Bool,
        popover configuration: PopoverConfiguration? = nil
    ) throws(ModelError) -> ViewControllerID {
        try AlertPresentation(
            presenting: alert, title: title, from: receiver, animated: animated, popover: configuration, in: &self
        ).id
    }
    package mutating func setMessage(_ message: String, ofAlert id: ViewControllerID) throws(ModelError) {
        try AlertPresentation(id).setMessage(message, in: &self)
    }
    package mutating func setActionEnabled(_ action: Int, _ isEnabled: Bool, ofAlert id: ViewControllerID)
        throws(ModelError)
    { try AlertPresentation(id).setActionEnabled(action, isEnabled, in: &self) }
    package mutating func setText(_ text: String, inField field: Int, ofAlert id: ViewControllerID) throws(ModelError) {
        try AlertPresentation(id).setText(text, inField: field, in: &self)
    }
    package mutating func tapAction(_ action: Int, ofAlert id: ViewControllerID) throws(ModelError) {
        try AlertPresentation(id).tapAction(action, in: &self)
    }
    package func archive(of id: ViewControllerID) -> ControllerArchive? { ControllerArchive(of: id, in: nodes) }
    package func reopenSnapshot(of id: ViewControllerID) -> TabModel.ReopenSnapshot? {
        TabModel.ReopenSnapshot(of: id, in: nodes)
    }
    package mutating func reopen(_ remains: TabModel.ReopenSnapshot) throws(ModelError) {
        try remains.reopen(in: &self)
    }
    package mutating func restore(_ archives: [ControllerArchive]) -> TabModel.Restoration {
        TabModel.Restoration(of: archives, in: &self)
    }
    package mutating func mend(destroyed archives: [ControllerArchive]) -> [ControllerArchive] {
        TabModel.Restoration.mend(destroyed: archives, in: &self)
    }
}
