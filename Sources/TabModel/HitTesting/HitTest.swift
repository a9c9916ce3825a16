/// Hit testing with popovers and alerts (`P51` to `P58`, `P76`): pure functions of the nodes.
package struct HitTest {
    private let nodes: Nodes
    private let geometry: Geometry
    private let hits: ViewHits

    package init(_ nodes: Nodes, _ hits: @escaping ViewHits = { _, _ in [] }) {
        self.nodes = nodes
        self.hits = hits
        geometry = Geometry(nodes)
    }

    /// Returns what is at a point of a root's window.
    package func result(atX x: Double, y: Double, in root: ViewControllerID) -> HitTestResult {
        let point = Point(x: x, y: y)
        guard let size = nodes[root]?.window?.size, Rect(x: 0, y: 0, width: size.width, height: size.height).has(point)
        else { return .nowhere }
        var layers = layers(of: root)
        guard let top = layers.last else { return .nowhere }
        if let alert = nodes.blockingAlert(in: root) {
            let isInside = geometry.frame(of: alert).has(point)
            return isInside ? .content(target(at: point, in: [top])) : .outside(alert)
        }
        guard let id = nodes.popover(presenting: top[0]), let placement = nodes[id]?.popover?.placement
        else { return .content(target(at: point, in: layers)) }
        if placement.frame.has(point) { return .popover(id, target(at: point, in: [top])) }
        layers.removeLast()
        let target = target(at: point, in: layers)
        return lets(target, passBy: id) ? .passthrough(target) : .outside(id)
    }

    /// Returns whether a gesture reaches a known target. A visible popover blocks what it covers (`P51`).
    package func permission(for target: HitTestTarget) -> GesturePermission {
        let displayed = nodes.displayedChain(of: nodes.root(of: target.viewController))
        if let alert = nodes.blockingAlert(onTopOf: displayed) {
            return target.viewController == alert ? .allowed : .outside(alert)
        }
        // The topmost popover counts, even when something else is presented over it.
        guard let id = displayed.last(where: { visiblePopover(presenting: $0) != nil }).flatMap(visiblePopover),
            !isInside(target.viewController, of: id)
        else { return .allowed }
        return lets(target, passBy: id) ? .passthrough : .outside(id)
    }

    /// Returns the controller with the topmost popover that is not adapted.
    package func topmostPopover(in root: ViewControllerID) -> ViewControllerID? {
        layers(of: root).last.flatMap { visiblePopover(presenting: $0[0]) }
    }

    /// Returns the controller whose popover presents another one, unless the popover is adapted.
    private func visiblePopover(presenting id: ViewControllerID) -> ViewControllerID? {
        nodes.popover(presenting: id).flatMap { nodes[$0]?.popover?.placement == nil ? nil : $0 }
    }

    /// Returns whether a controller is presented by a popover, inside of it, or presented from there.
    private func isInside(_ id: ViewControllerID, of popover: ViewControllerID) -> Bool {
        sequence(first: id, next: nodes.owner(of:)).contains { nodes.popover(presenting: $0) == popover }
    }

    // MARK: Taps outside of a popover

    /// Returns whether a tap outside of a popover reaches its target and leaves the popover open.
    private func lets(_ target: HitTestTarget, passBy id: ViewControllerID) -> Bool {
        guard !nodes.isModal(id), let configuration = nodes[id]?.popover?.configuration else { return false }
        if case .barButtonItem(let item) = target, let anchor = configuration.barButtonItem,
            item.viewController == anchor.viewController, isInToolbar(item) == isInToolbar(anchor)
        {
            // The anchor itself dismisses (P53); its siblings in the same bar still work (P52, P54).
            return item != anchor
        }
        return !views(at: target).isDisjoint(with: configuration.passthroughViews)
    }

    private func isInToolbar(_ address: BarButtonItemAddress) -> Bool {
        nodes.navigationItem(of: address.viewController).toolbarItems.contains { $0.id == address.item }
    }

    /// Returns the views under a tap, from the hit view up to the window, including those of containers.
    private func views(at target: HitTestTarget) -> Set<ViewAddress> {
        let id: ViewControllerID
        let own: [UInt32]
        switch target {
        case .view(let touched, let point): (id, own) = (touched, [ContainerView.root] + hits(touched, point))
        case .control(let touched, let views): (id, own) = (touched, [ContainerView.root] + views)
        case .tabBarItem(let container, _), .back(let container), .bar(let container):
            (id, own) = (container, [ContainerView.bar, ContainerView.root])
        case .toolbar(let container): (id, own) = (container, [ContainerView.toolbar, ContainerView.root])
        case .barButtonItem(let item):
            guard let nav = nodes[item.viewController]?.parent else { return [] }
            (id, own) = (nav, [isInToolbar(item) ? ContainerView.toolbar : ContainerView.bar, ContainerView.root])
        }
        var views = Set(own.map { ViewAddress(viewController: id, view: $0) })
        // The tab bar is a separate object.
        if nodes[id]?.tabs != nil { views.insert(ViewAddress(viewController: id, view: 0)) }
        for container in nodes.containers(from: id).dropFirst() {
            for view in [ContainerView.content, ContainerView.root] {
                views.insert(ViewAddress(viewController: container, view: view))
            }
        }
        return views
    }

    // MARK: Targets

    /// Returns the layers of a root, from the lowest to the topmost: each presented controller with its content.
    private func layers(of root: ViewControllerID) -> [[ViewControllerID]] {
        var layers: [[ViewControllerID]] = []
        for id in nodes.displayedChain(of: root) {
            if layers.isEmpty || nodes[id]?.presenter != nil { layers.append([]) }
            layers[layers.count - 1].append(id)
        }
        return layers
    }

    private func target(at point: Point, in layers: [[ViewControllerID]]) -> HitTestTarget {
        var last = HitTestTarget.bar(layers.first?.first ?? ViewControllerID(0))
        for layer in layers.reversed() {
            guard let base = layer.first, let target = target(at: point, inLayer: layer) else { continue }
            last = target
            // A layer that fills the window, or contains the point, is over the layers below.
            if geometry.frame(of: base).has(point) { return target }
        }
        return last
    }

    /// Bars are over the content.
    private func target(at point: Point, inLayer layer: [ViewControllerID]) -> HitTestTarget? {
        for id in layer {
            let inside = convert(point, to: id)
            if nodes[id]?.tabs != nil, geometry.barFrame(of: id).has(inside) { return barTarget(at: inside, in: id) }
            if geometry.navigationBarFrame(of: id).has(inside) { return navigationTarget(at: inside, in: id) }
            if geometry.toolbarFrame(of: id).has(inside) {
                return barButtonItemTarget(at: inside, in: id) ?? .toolbar(id)
            }
        }
        return layer.last.map { .view($0, convert(point, to: $0)) }
    }

    private func convert(_ point: Point, to id: ViewControllerID) -> Point {
        let origin = geometry.windowOrigin(of: id)
        return Point(x: point.x - origin.x, y: point.y - origin.y)
    }

    private func barTarget(at point: Point, in tbc: ViewControllerID) -> HitTestTarget {
        let bar = geometry.barFrame(of: tbc)
        let inside = Point(x: point.x - bar.x, y: point.y - bar.y)
        let position = geometry.itemFrames(of: tbc).firstIndex { $0.has(inside) }
        return position.map { .tabBarItem(tbc, position: $0) } ?? .bar(tbc)
    }

    private func navigationTarget(at point: Point, in nav: ViewControllerID) -> HitTestTarget {
        if let back = geometry.backButtonFrame(of: nav), back.has(point) { return .back(nav) }
        return barButtonItemTarget(at: point, in: nav) ?? .bar(nav)
    }

    private func barButtonItemTarget(at point: Point, in nav: ViewControllerID) -> HitTestTarget? {
        guard let top = nodes[nav]?.stack.last else { return nil }
        let item = geometry.barButtonItemFrames(of: top).first { $0.frame.has(point) }?.item
        return item.map { .barButtonItem(BarButtonItemAddress(viewController: top, item: $0)) }
    }
}

extension Rect {
    /// Whether a point lies inside. The right and the lower edge are outside.
    func has(_ point: Point) -> Bool { point.x >= x && point.x < maxX && point.y >= y && point.y < maxY }
}
