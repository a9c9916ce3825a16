/// Hit testing with popovers, and dismissal by the user (`P51` to `P58`, `P76`).
extension Hierarchy {
    /// Returns what is at a point of a root's window.
    package func hitTest(atX x: Double, y: Double, in root: ViewControllerID, _ hits: ViewHits) -> HitTestResult {
        let point = Point(x: x, y: y)
        guard let size = nodes[root]?.window?.size, Rect(x: 0, y: 0, width: size.width, height: size.height).has(point)
        else { return .nowhere }
        var layers = layers(of: root)
        guard let top = layers.last else { return .nowhere }
        if let alert = blockingAlert(in: root) {
            return layout(of: alert).frame.has(point) ? .content(target(at: point, in: [top])) : .outside(alert)
        }
        guard let id = popover(presenting: top[0]), let placement = nodes[id]?.popover?.placement
        else { return .content(target(at: point, in: layers)) }
        if placement.frame.has(point) { return .popover(id, target(at: point, in: [top])) }
        layers.removeLast()
        let target = target(at: point, in: layers)
        return lets(target, passBy: id, hits) ? .passthrough(target) : .outside(id)
    }

    /// Returns whether a gesture reaches a known target. A visible popover blocks what it covers (`P51`).
    package func permission(for target: HitTestTarget) -> GesturePermission {
        let root = root(of: target.viewController)
        if let alert = blockingAlert(in: root) { return target.viewController == alert ? .allowed : .outside(alert) }
        guard let id = visiblePopover(in: root), !isInside(target.viewController, of: id)
        else { return .allowed }
        return lets(target, passBy: id) { _, _ in [] } ? .passthrough : .outside(id)
    }

    /// Returns whether a tap outside of a popover reaches its target and leaves the popover open.
    private func lets(_ target: HitTestTarget, passBy id: ViewControllerID, _ hits: ViewHits) -> Bool {
        guard !isModal(id), let configuration = nodes[id]?.popover?.configuration else { return false }
        if case .barButtonItem(let item) = target, let anchor = configuration.barButtonItem,
            areInSameBar(item, anchor)
        {
            // The anchor itself dismisses (P53); its siblings still work (P54).
            return item != anchor
        }
        return !views(at: target, hits).isDisjoint(with: configuration.passthroughViews)
    }

    /// Returns the views under a tap, from the hit view up to the window, including those of containers.
    private func views(at target: HitTestTarget, _ hits: ViewHits) -> Set<ViewAddress> {
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
        for container in containers(from: id).dropFirst() {
            for view in [ContainerView.content, ContainerView.root] {
                views.insert(ViewAddress(viewController: container, view: view))
            }
        }
        return views
    }

    /// Returns the controller with the topmost popover that is not adapted.
    package func topmostPopover(in root: ViewControllerID) -> ViewControllerID? {
        layers(of: root).last.flatMap { popover(presenting: $0[0]) }.flatMap {
            nodes[$0]?.popover?.placement == nil ? nil : $0
        }
    }

    /// Returns the controller with the topmost popover that is not adapted, even when something else is presented over
    /// it.
    private func visiblePopover(in root: ViewControllerID) -> ViewControllerID? {
        guard !rest.popovers.isEmpty else { return nil }
        return layers(of: root).reversed().compactMap { popover(presenting: $0[0]) }.first {
            nodes[$0]?.popover?.placement != nil
        }
    }

    /// Returns whether a controller is presented by a popover, inside of it, or presented from there.
    private func isInside(_ id: ViewControllerID, of popover: ViewControllerID) -> Bool {
        sequence(first: id, next: owner(of:)).contains { self.popover(presenting: $0) == popover }
    }

    /// Returns whether a visible popover in a button's window points at the button (`P53`).
    package func isAnchor(_ item: BarButtonItemAddress) -> Bool {
        let root = root(of: item.viewController)
        return rest.popovers.contains { id in
            guard let popover = nodes[id]?.popover, popover.placement != nil,
                popover.configuration.barButtonItem == item, let handler = presenter(ofPopover: id)
            else { return false }
            return self.root(of: handler) == root
        }
    }

    /// Handles a user's attempt to dismiss a popover, or the sheet that it is adapted to (`P55`, `P76`).
    package mutating func attemptToDismiss(_ id: ViewControllerID) -> DismissalAttempt {
        if nodes[id]?.alert?.style == .alert { return .refused }
        guard let popover = nodes[id]?.popover, popover.isPresented, popover.question == nil,
            !isPresenting(popover.replacement ?? id)
        else { return .none }
        guard !isModal(id), !isDismissalRefused(ofAlert: id) else {
            emit(.popover(id, .didAttemptToDismiss))
            return .refused
        }
        emit(.popover(id, .shouldDismiss))
        if popover.has(.shouldDismiss), let question = askToDismiss(id) { return .pending(question) }
        dismissByUser(id)
        return .dismissed
    }

    /// Returns whether something is presented over a controller or its content.
    private func isPresenting(_ id: ViewControllerID) -> Bool {
        ([id] + displayedContent(of: id)).contains { nodes[$0]?.presentation?.isPending == false }
    }

    /// Dismisses a popover after the delegate allowed it or had no say.
    mutating func dismissByUser(_ id: ViewControllerID) {
        guard let handler = presenter(ofPopover: id) else { return }
        if let cancel = nodes[id]?.alert?.cancelAction { answerAlert(id, with: cancel) }
        emit(.popover(id, .willDismiss))
        endPresentation(by: handler, animated: true, byUser: true)
        finishAnswer(of: id)
    }

    /// Returns whether the user can't dismiss a popover because its content is modal (`P57`).
    private func isModal(_ id: ViewControllerID) -> Bool {
        let shown = nodes[id]?.popover?.replacement ?? id
        return ([id, shown] + displayedContent(of: shown)).contains(where: isModalInPresentation)
    }

    // MARK: Hit testing

    /// Returns the layers of a root, from the lowest to the topmost: each presented controller with its content.
    private func layers(of root: ViewControllerID) -> [[ViewControllerID]] {
        var layers: [[ViewControllerID]] = []
        for id in displayedChain(of: root) {
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
            if layout(of: base).frame.has(point) { return target }
        }
        return last
    }

    /// Bars are over the content.
    private func target(at point: Point, inLayer layer: [ViewControllerID]) -> HitTestTarget? {
        for id in layer {
            let origin = windowOrigin(of: id)
            let inside = Point(x: point.x - origin.x, y: point.y - origin.y)
            if nodes[id]?.tabs != nil, barFrame(of: id).has(inside) { return barTarget(at: inside, in: id) }
            if navigationBarFrame(of: id).has(inside) { return navigationTarget(at: inside, in: id) }
            if toolbarFrame(of: id).has(inside) { return toolbarTarget(at: inside, in: id) }
        }
        guard let last = layer.last else { return nil }
        let origin = windowOrigin(of: last)
        return .view(last, Point(x: point.x - origin.x, y: point.y - origin.y))
    }

    private func barTarget(at point: Point, in tbc: ViewControllerID) -> HitTestTarget {
        let bar = barFrame(of: tbc)
        let inside = Point(x: point.x - bar.x, y: point.y - bar.y)
        let position = itemFrames(of: tbc).firstIndex { $0.has(inside) }
        return position.map { .tabBarItem(tbc, position: $0) } ?? .bar(tbc)
    }

    private func navigationTarget(at point: Point, in nav: ViewControllerID) -> HitTestTarget {
        guard let top = nodes[nav]?.stack.last else { return .bar(nav) }
        if let back = backButtonFrame(of: nav), back.has(point) { return .back(nav) }
        return barButtonItemTarget(at: point, of: top) ?? .bar(nav)
    }

    private func toolbarTarget(at point: Point, in nav: ViewControllerID) -> HitTestTarget {
        nodes[nav]?.stack.last.flatMap { barButtonItemTarget(at: point, of: $0) } ?? .toolbar(nav)
    }

    private func barButtonItemTarget(at point: Point, of top: ViewControllerID) -> HitTestTarget? {
        let item = barButtonItemFrames(of: top).first { $0.frame.has(point) }?.item
        return item.map { .barButtonItem(BarButtonItemAddress(viewController: top, item: $0)) }
    }
}

extension Rect {
    /// Whether a point lies inside. The right and the lower edge are outside.
    func has(_ point: Point) -> Bool { point.x >= x && point.x < maxX && point.y >= y && point.y < maxY }
}
