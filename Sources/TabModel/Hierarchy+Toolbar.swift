/// Toolbars of navigation controllers: they show the toolbar items of the controller at the top of the stack.
extension Hierarchy {
    package func isToolbarHidden(_ nav: ViewControllerID) -> Bool { nodes[nav]?.settings.isToolbarHidden ?? true }

    package mutating func setToolbarHidden(_ isHidden: Bool, of nav: ViewControllerID) throws(ModelError) {
        let node = try requireNode(nav)
        guard node.kind.isNavigation else { throw .invalidArgument("\(nav.describe) is not a navigation controller") }
        guard node.settings.isToolbarHidden != isHidden else { return }
        nodes[nav]?.settings.isToolbarHidden = isHidden
        touchTree(nav)
    }

    /// The toolbar's frame in the navigation controller's view: above the tab bar or the home indicator. Zero while it is
    /// not drawn (`N23`).
    package func toolbarFrame(of nav: ViewControllerID) -> Rect {
        let height = toolbarHeight(of: nav)
        guard height > 0 else { return .zero }
        let (frame, insets) = (layout(of: nav).frame, layout(of: nav).insets)
        return Rect(x: 0, y: max(0, frame.height - insets.bottom - height), width: frame.width, height: height)
    }

    /// 0 while the toolbar is not drawn: hidden by the program, by the stack (`N19`), or in profile tv. A toolbar is as
    /// high as a navigation bar.
    func toolbarHeight(of nav: ViewControllerID) -> Double {
        guard nodes[nav]?.settings.isToolbarHidden == false, nodes[nav]?.hidesBottomBar == false else { return 0 }
        return nodes[root(of: nav)]?.window?.navigationBarHeight ?? 0
    }

    /// Whether a bar shows both buttons: those of a toolbar are not siblings of those of a navigation bar (`P52`).
    func areInSameBar(_ one: BarButtonItemAddress, _ other: BarButtonItemAddress) -> Bool {
        one.viewController == other.viewController && isInToolbar(one) == isInToolbar(other)
    }

    func isInToolbar(_ address: BarButtonItemAddress) -> Bool {
        navigationItem(of: address.viewController).toolbarItems.contains { $0.id == address.item }
    }
}
