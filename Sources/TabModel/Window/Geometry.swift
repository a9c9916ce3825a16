/// The frames of views in points: pure functions of the nodes.
package struct Geometry: Sendable {
    let nodes: Nodes

    package init(_ nodes: Nodes) { self.nodes = nodes }

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
        let (size, length) = (window.size, window.tabBarHeight)
        // Only a television has nothing above its bar.
        let top = window.profile == .tv ? 0 : window.statusBarHeight
        let below = max(0, size.height - top)
        switch window.barEdge {
        case .top: return Rect(x: 0, y: top, width: size.width, height: length)
        case .left: return Rect(x: 0, y: top, width: length, height: below)
        case .right: return Rect(x: size.width - length, y: top, width: length, height: below)
        case .bottom:
            let height = length + window.bottomSafeAreaInset
            return Rect(x: 0, y: size.height - height, width: size.width, height: height)
        }
    }

    /// Returns the items' frames in the bar's coordinates: equal parts of its length, above the home indicator.
    package func itemFrames(of tbc: ViewControllerID) -> [Rect] {
        let bar = barFrame(of: tbc)
        guard let window = nodes[tbc]?.window, window.barEdge.isVertical else {
            let height = bar.height > 0 ? nodes[tbc]?.window?.tabBarHeight ?? 0 : 0
            return itemFrames(of: tbc, width: bar.width, height: height)
        }
        let count = nodes.barItems(of: tbc).count
        let part = count > 0 ? max(0, bar.height - window.bottomSafeAreaInset) / Double(count) : 0
        return (0..<count).map { Rect(x: 0, y: Double($0) * part, width: bar.width, height: part) }
    }

    /// Returns the items' frames in a bar of this size, beside each other, from the leading side.
    func itemFrames(of tbc: ViewControllerID, width: Double, height: Double) -> [Rect] {
        let count = nodes.barItems(of: tbc).count
        let part = count > 0 ? width / Double(count) : 0
        let frames = (0..<count).map { Rect(x: Double($0) * part, y: 0, width: part, height: height) }
        return nodes.language(around: tbc).isRightToLeft ? frames.reversed() : frames
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

    /// Lays out a tab's controller: under a translucent bar with an inset, or ending at an opaque one (`N20`).
    private func layout(of id: ViewControllerID, _ node: Node, inTabOf tbc: ViewControllerID) -> Layout {
        var layout = layout(of: tbc)
        guard let window = nodes[tbc]?.window, !nodes.isBarHidden(in: tbc, over: id) else { return layout }
        if window.profile == .tv {
            layout.insets.top = max(layout.insets.top, window.tabBarHeight)
            return layout
        }
        let length = window.tabBarHeight
        switch window.barEdge {
        case .bottom:
            layout.barOverlap.bottom = length + window.bottomSafeAreaInset
            layout.insets.bottom = layout.barOverlap.bottom
        case .top:
            layout.barOverlap.top = window.statusBarHeight + length
            layout.insets.top = layout.barOverlap.top
        case .left, .right:
            layout.barOverlap = .only(window.barEdge, length)
            layout.insets = layout.insets + layout.barOverlap
        }
        keepOffBar(&layout, node, of: tbc)
        return layout
    }

    /// Lays out a controller on a stack: under the navigation bar, and clear of the tab bar like a tab (`A-12`).
    private func layout(of id: ViewControllerID, _ node: Node, onStackOf nav: ViewControllerID) -> Layout {
        var layout = layout(of: nav)
        layout.frame.x = 0
        layout.frame.y = 0
        layout.insets.top += navigationBarHeight(of: nav)
        if node.settings.edgesForExtendedLayout & Edge.top.rawValue == 0 {
            layout.frame.y = layout.insets.top
            layout.frame.height = max(0, layout.frame.height - layout.insets.top)
            layout.insets.top = 0
            layout.barOverlap.top = 0
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
        if node.settings.edgesForExtendedLayout & Edge.bottom.rawValue == 0 { layout.end(above: layout.insets.bottom) }
    }

    private func keepOffBar(_ layout: inout Layout, _ node: Node, of tbc: ViewControllerID) {
        guard layout.barOverlap != .zero, let edge = nodes[tbc]?.window?.barEdge else { return }
        let goesUnder = nodes[tbc]?.tabs?.isBarTranslucent == true || node.settings.extendedLayoutIncludesOpaqueBars
        let extends = node.settings.edgesForExtendedLayout & edge.rawValue != 0 && goesUnder
        if !extends { layout.keepOffBar() }
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
    /// The parts of the frame that the tab bar covers, including the status bar above it; zero for none.
    var barOverlap = Insets.zero

    /// Ends the frame above something that covers this height of its bottom.
    mutating func end(above height: Double) {
        frame.height = max(0, frame.height - height)
        insets.bottom = 0
        barOverlap.bottom = 0
    }

    /// Ends the frame at the tab bar.
    mutating func keepOffBar() {
        frame.x += barOverlap.left
        frame.y += barOverlap.top
        frame.width = max(0, frame.width - barOverlap.horizontal)
        frame.height = max(0, frame.height - barOverlap.vertical)
        insets = Insets(
            top: max(0, insets.top - barOverlap.top), left: insets.left - barOverlap.left,
            bottom: insets.bottom - barOverlap.bottom, right: insets.right - barOverlap.right)
        barOverlap = .zero
    }
}
