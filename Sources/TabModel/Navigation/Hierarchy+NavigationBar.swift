/// Where the buttons of bars are, each `barButtonWidth` wide: at the ends of a navigation bar, the first one outermost,
/// and side by side from the left of a toolbar.
extension Hierarchy {
    private static let barButtonWidth = 44.0
    private static let barMargin = 10.0
    private static let backButtonWidth = 88.0

    /// The frames of the buttons that the bars show for a controller, in its navigation controller's view: those of the
    /// navigation bar first, its left before its right. Nothing when it is not at the top of a stack; a hidden bar shows
    /// no buttons.
    func barButtonItemFrames(of id: ViewControllerID) -> [(item: UInt32, frame: Rect)] {
        guard let nav = nodes[id]?.parent, nodes[nav]?.stack.last == id else { return [] }
        let item = navigationItem(of: id)
        let bar = navigationBarFrame(of: nav)
        return frames(of: item.leftBarButtonItems, in: bar)
            + frames(of: item.rightBarButtonItems, in: bar, atRight: true)
            + frames(of: item.toolbarItems, in: toolbarFrame(of: nav))
    }

    private func frames(
        of items: [BarButtonItem], in bar: Rect, atRight isRight: Bool = false
    ) -> [(item: UInt32, frame: Rect)] {
        guard bar.height > 0 else { return [] }
        return items.enumerated().map { index, item in
            let left = Self.barMargin + Double(index) * Self.barButtonWidth
            let right = bar.width - Self.barMargin - Double(index + 1) * Self.barButtonWidth
            let x = bar.x + (isRight ? right : left)
            return (item.id, Rect(x: x, y: bar.y, width: Self.barButtonWidth, height: bar.height))
        }
    }

    /// The frames of the buttons that the bars show for a controller, in the window (`P15`).
    package func windowFrames(ofBarButtonItemsOf id: ViewControllerID) -> [(item: UInt32, frame: Rect)] {
        guard let nav = nodes[id]?.parent else { return [] }
        let origin = windowOrigin(of: nav)
        return barButtonItemFrames(of: id).map { item, frame in (item, frame.offset(by: origin)) }
    }

    /// The frame of a button in the window; nil while no bar shows it (`P17`).
    func barButtonItemFrame(_ address: BarButtonItemAddress) -> Rect? {
        windowFrames(ofBarButtonItemsOf: address.viewController).first { $0.item == address.item }?.frame
    }

    /// The frame of the way back in a navigation controller's view; nil when there is none.
    func backButtonFrame(of nav: ViewControllerID) -> Rect? {
        guard let top = nodes[nav]?.stack.last, backButtonTitle(of: top) != nil else { return nil }
        let bar = navigationBarFrame(of: nav)
        return Rect(x: bar.x + Self.barMargin, y: bar.y, width: Self.backButtonWidth, height: bar.height)
    }
}

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
