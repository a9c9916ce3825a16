/// The frames of bars and their buttons. Each button is `barButtonWidth` wide: in a navigation bar from both ends, the
/// first one outermost; in a toolbar side by side from the leading side. The left buttons of a navigation bar are at its
/// leading side: in a right-to-left language that is the right one (`S-172`).
extension Geometry {
    private static let barButtonWidth = 44.0
    private static let barMargin = 10.0
    private static let backButtonWidth = 88.0

    /// Returns the frames of a controller's bar buttons in its navigation controller's view: the left ones of the
    /// navigation bar, its right ones, then the toolbar's. Empty unless the controller is at the top of a stack; a
    /// hidden bar has no buttons.
    func barButtonItemFrames(of id: ViewControllerID) -> [(item: UInt32, frame: Rect)] {
        guard let nav = nodes[id]?.parent, nodes[nav]?.stack.last == id else { return [] }
        let item = nodes.navigationItem(of: id)
        let bar = navigationBarFrame(of: nav)
        let isMirrored = isMirrored(nav)
        return frames(of: item.leftBarButtonItems, in: bar, atRight: isMirrored)
            + frames(of: item.rightBarButtonItems, in: bar, atRight: !isMirrored)
            + frames(of: item.toolbarItems, in: toolbarFrame(of: nav), atRight: isMirrored)
    }

    private func frames(
        of items: [BarButtonItem], in bar: Rect, atRight isRight: Bool
    ) -> [(item: UInt32, frame: Rect)] {
        guard bar.height > 0 else { return [] }
        return items.enumerated().map { index, item in
            let left = Self.barMargin + Double(index) * Self.barButtonWidth
            let right = bar.width - Self.barMargin - Double(index + 1) * Self.barButtonWidth
            let x = bar.x + (isRight ? right : left)
            return (item.id, Rect(x: x, y: bar.y, width: Self.barButtonWidth, height: bar.height))
        }
    }

    /// Returns the frames of a controller's bar buttons in the window (`P15`).
    package func windowFrames(ofBarButtonItemsOf id: ViewControllerID) -> [(item: UInt32, frame: Rect)] {
        guard let nav = nodes[id]?.parent else { return [] }
        let origin = windowOrigin(of: nav)
        return barButtonItemFrames(of: id).map { item, frame in (item, frame.offset(by: origin)) }
    }

    /// Returns the frame of a button in the window; nil while no bar shows it (`P17`).
    func barButtonItemFrame(_ address: BarButtonItemAddress) -> Rect? {
        windowFrames(ofBarButtonItemsOf: address.viewController).first { $0.item == address.item }?.frame
    }

    /// Returns the frame of the back button in a navigation controller's view; nil without one.
    func backButtonFrame(of nav: ViewControllerID) -> Rect? {
        guard let top = nodes[nav]?.stack.last, nodes.backButtonTitle(of: top) != nil else { return nil }
        let bar = navigationBarFrame(of: nav)
        let right = bar.width - Self.barMargin - Self.backButtonWidth
        let x = bar.x + (isMirrored(nav) ? right : Self.barMargin)
        return Rect(x: x, y: bar.y, width: Self.backButtonWidth, height: bar.height)
    }

    private func isMirrored(_ id: ViewControllerID) -> Bool { nodes.language(around: id).isRightToLeft }

    /// Returns the bar's frame in the navigation controller's view; zero while it is hidden (`N23`).
    package func navigationBarFrame(of nav: ViewControllerID) -> Rect {
        let height = navigationBarHeight(of: nav)
        guard height > 0, nodes[nav]?.kind.isNavigation == true else { return .zero }
        let layout = layout(of: nav)
        return bar(in: layout, y: layout.insets.top, height: height)
    }

    func navigationBarHeight(of nav: ViewControllerID) -> Double {
        guard nodes[nav]?.settings.isNavigationBarHidden == false else { return 0 }
        return nodes[nodes.root(of: nav)]?.window?.navigationBarHeight ?? 0
    }

    /// Returns the toolbar's frame in the navigation controller's view: above the tab bar or the home indicator. Zero
    /// while it is hidden (`N23`).
    package func toolbarFrame(of nav: ViewControllerID) -> Rect {
        let height = toolbarHeight(of: nav)
        guard height > 0 else { return .zero }
        let layout = layout(of: nav)
        return bar(in: layout, y: max(0, layout.frame.height - layout.insets.bottom - height), height: height)
    }

    /// Returns the frame of a bar beside the tab bar, if that is at a side.
    private func bar(in layout: Layout, y: Double, height: Double) -> Rect {
        let overlap = layout.barOverlap
        return Rect(
            x: overlap.left, y: y, width: max(0, layout.frame.width - overlap.horizontal), height: height)
    }

    /// Returns the toolbar's height: that of a navigation bar, or 0 while it is hidden by the program, by the stack
    /// (`N19`) or in profile tv.
    func toolbarHeight(of nav: ViewControllerID) -> Double {
        guard nodes[nav]?.settings.isToolbarHidden == false, nodes[nav]?.navigation?.hidesBottomBar == false else {
            return 0
        }
        return nodes[nodes.root(of: nav)]?.window?.navigationBarHeight ?? 0
    }
}
