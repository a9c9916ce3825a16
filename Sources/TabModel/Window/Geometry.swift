/// The frames of views in points: pure functions of the nodes.
package struct Geometry: Sendable {
    let nodes: Nodes

    package init(_ nodes: Nodes) { self.nodes = nodes }

    private static let topEdge: UInt32 = 1
    private static let bottomEdge: UInt32 = 4

    /// Returns the view's frame in its parent's coordinates: the window's bounds for a root, zero for other controllers
    /// without a parent (`N20`, `N23`).
    package func frame(of id: ViewControllerID) -> Rect {
        layout(of: id).frame
    }

    /// Returns the insets that bars cover; zero for a view outside of a window (`N21`).
    package func safeAreaInsets(of id: ViewControllerID) -> Insets {
        let root = nodes.root(of: id)
        guard
            nodes[root]?.shownChain.contains(id) == true
                || nodes[root]?.tabs?.transition?.going.contains(id) == true
        else { return .zero }
        return layout(of: id).insets
    }

    /// Returns the bar's frame in the tab bar controller's view; zero while it is hidden (`N23`).
    package func barFrame(of tbc: ViewControllerID) -> Rect {
        guard let window = nodes[tbc]?.window, nodes[tbc]?.tabs != nil, !nodes.isBarDrawnHidden(tbc) else {
            return .zero
        }
        let height = window.profile == .tv ? window.tabBarHeight : window.tabBarHeight + window.bottomSafeAreaInset
        let top = window.profile == .tv ? 0 : window.size.height - height
        return Rect(x: 0, y: top, width: window.size.width, height: height)
    }

    /// Returns the items' frames in the bar's coordinates: equal parts of its width, above the home indicator.
    package func itemFrames(of tbc: ViewControllerID) -> [Rect] {
        let bar = barFrame(of: tbc)
        let height = bar.height > 0 ? nodes[tbc]?.window?.tabBarHeight ?? 0 : 0
        return itemFrames(of: tbc, width: bar.width, height: height)
    }

    /// Returns the items' frames in a bar of this size.
    func itemFrames(of tbc: ViewControllerID, width: Double, height: Double) -> [Rect] {
        let count = nodes.barItems(of: tbc).count
        let part = count > 0 ? width / Double(count) : 0
        return (0..<count).map { Rect(x: Double($0) * part, y: 0, width: part, height: height) }
    }

    func layout(of id: ViewControllerID) -> Layout {
        guard let node = nodes[id] else { return Layout(frame: .zero, insets: .zero) }
        guard let parent = node.parent else {
            // A presented controller fills the window, except for a popover or an alert.
            if let layout = popoverLayout(of: id) { return layout }
            if let layout = alertFrame(of: id) { return layout }
            if let presenter = node.presenter { return layout(of: nodes.root(of: presenter)) }
            guard let window = node.window else { return Layout(frame: .zero, insets: .zero) }
            let frame = Rect(x: 0, y: 0, width: window.size.width, height: window.size.height)
            let insets = Insets(top: window.statusBarHeight, left: 0, bottom: window.bottomSafeAreaInset, right: 0)
            return Layout(frame: frame, insets: insets)
        }
        guard nodes[parent]?.tabs == nil else { return layout(of: id, node, inTabOf: parent) }
        return layout(of: id, node, onStackOf: parent)
    }

    /// Lays out a tab's controller: under a translucent bar with an inset, or ending above an opaque one (`N20`).
    private func layout(of id: ViewControllerID, _ node: Node, inTabOf tbc: ViewControllerID) -> Layout {
        var layout = layout(of: tbc)
        guard let window = nodes[tbc]?.window, !nodes.isBarHidden(in: tbc, over: id) else { return layout }
        if window.profile == .tv {
            layout.insets.top = max(layout.insets.top, window.tabBarHeight)
            return layout
        }
        layout.barOverlap = window.tabBarHeight + window.bottomSafeAreaInset
        layout.insets.bottom = layout.barOverlap
        keepOffBar(&layout, node, of: tbc)
        return layout
    }

    /// Lays out a controller on a stack: under the navigation bar, and clear of the tab bar like a tab (`A-12`).
    private func layout(of id: ViewControllerID, _ node: Node, onStackOf nav: ViewControllerID) -> Layout {
        var layout = layout(of: nav)
        layout.frame.x = 0
        layout.frame.y = 0
        layout.insets.top += navigationBarHeight(of: nav)
        if node.settings.edgesForExtendedLayout & Self.topEdge == 0 {
            layout.frame.y = layout.insets.top
            layout.frame.height = max(0, layout.frame.height - layout.insets.top)
            layout.insets.top = 0
        }
        keepOffBar(&layout, node, of: nodes.root(of: id))
        keepOffToolbar(&layout, node, of: nav)
        return layout
    }

    /// Keeps content clear of a toolbar, which is translucent: the content extends under it with an inset, or ends
    /// above it (`N20`).
    private func keepOffToolbar(_ layout: inout Layout, _ node: Node, of nav: ViewControllerID) {
        let height = toolbarHeight(of: nav)
        guard height > 0 else { return }
        layout.insets.bottom += height
        if node.settings.edgesForExtendedLayout & Self.bottomEdge == 0 { layout.end(above: layout.insets.bottom) }
    }

    private func keepOffBar(_ layout: inout Layout, _ node: Node, of tbc: ViewControllerID) {
        let goesUnder = nodes[tbc]?.tabs?.isBarTranslucent == true || node.settings.extendedLayoutIncludesOpaqueBars
        let extends = node.settings.edgesForExtendedLayout & Self.bottomEdge != 0 && goesUnder
        if layout.barOverlap > 0, !extends { layout.end(above: layout.barOverlap) }
    }

    /// Returns the origin of a controller's view in its window.
    package func windowOrigin(of id: ViewControllerID) -> Point {
        nodes.containers(from: id).reduce(Point(x: 0, y: 0)) { origin, container in
            layout(of: container).frame.offset(by: origin).origin
        }
    }
}

/// The frame of a controller's view, and what covers it.
struct Layout: Sendable {
    /// In the coordinates of the parent's view.
    var frame: Rect
    var insets: Insets
    /// The height of the tab bar over the bottom of the frame; 0 for none.
    var barOverlap: Double = 0

    /// Ends the frame above something that covers this height of its bottom.
    mutating func end(above height: Double) {
        frame.height = max(0, frame.height - height)
        insets.bottom = 0
        barOverlap = 0
    }
}
