/// Anchors and frames of popovers (`P10` to `P17`, `P31` to `P37`, `P50`).
extension Hierarchy {
    /// Returns the preferred size of a popover's content. A navigation controller without a preferred size has that of
    /// its top controller, plus its bars (`P31`, `P36`).
    func wantedContentSize(of id: ViewControllerID) -> Size {
        if let size = popoverSize(ofAlert: id) { return size }
        let shown = nodes[id]?.popover?.replacement ?? id
        let own = preferredContentSize(of: shown)
        guard own.width <= 0, own.height <= 0, nodes[shown]?.kind.isNavigation == true,
            let top = nodes[shown]?.stack.last
        else { return PopoverPlacement.wantedContentSize(for: own) }
        var size = PopoverPlacement.wantedContentSize(for: preferredContentSize(of: top))
        size.height += navigationBarHeight(of: shown) + toolbarHeight(of: shown)
        return size
    }

    /// Computes the placement from scratch (`P42`).
    mutating func place(_ id: ViewControllerID, at anchor: Rect) {
        guard let popover = nodes[id]?.popover, let handler = presenter(ofPopover: id),
            let window = nodes[root(of: handler)]?.window
        else { return }
        let configuration = popover.configuration
        let wanted = wantedContentSize(of: id)
        let surroundings = PopoverSurroundings(window, margins: configuration.layoutMargins)
        let placement = PopoverPlacement(
            of: wanted, at: anchor, in: surroundings,
            permitted: configuration.permittedArrowDirections, canOverlap: configuration.canOverlapSourceViewRect,
            metrics: configuration.metrics)
        nodes[id]?.popover?.anchor = anchor
        nodes[id]?.popover?.containerSize = window.size
        nodes[id]?.popover?.surroundings = surroundings
        nodes[id]?.popover?.wantedContentSize = wanted
        guard placement != popover.placement || popover.extendsUnderArrow != configuration.contentExtendsUnderArrow
        else { return }
        nodes[id]?.popover?.placement = placement
        nodes[id]?.popover?.extendsUnderArrow = configuration.contentExtendsUnderArrow
        markTreeChanged(nodes[handler]?.presentation?.presented ?? id)
        markChanged(id)
    }

    /// Returns the size of a popover's window.
    func containerSize(ofPopover id: ViewControllerID) -> Size? {
        presenter(ofPopover: id).flatMap { nodes[root(of: $0)]?.window?.size }
    }

    /// Returns the frame in the window of a popover's content, and what covers it; nil for other presentations.
    func popoverLayout(of presented: ViewControllerID) -> Layout? {
        guard let id = popover(presenting: presented), let popover = nodes[id]?.popover,
            let placement = popover.placement
        else { return nil }
        let view = placement.contentView(extendsUnderArrow: popover.extendsUnderArrow)
        return Layout(frame: view.frame, insets: view.safeAreaInsets)
    }

    // MARK: The anchor

    /// Returns the anchor's rectangle in the window; nil when the anchor does not exist (`P15` to `P17`).
    func popoverAnchor(of id: ViewControllerID, _ frames: ViewFrames) -> Rect? {
        guard let configuration = nodes[id]?.popover?.configuration, let handler = presenter(ofPopover: id) else {
            return nil
        }
        let presented = nodes[handler]?.presentation?.presented
        let displayed = displayedChain(of: root(of: handler), under: presented).prefix { $0 != presented }
        if let address = configuration.barButtonItem {
            guard displayed.contains(address.viewController) else { return nil }
            return barButtonItemFrame(address)
        }
        guard let address = configuration.sourceView, displayed.contains(address.viewController) else { return nil }
        return convert(configuration.sourceRect, from: address, frames)?
            .offset(by: windowOrigin(of: address.viewController))
    }

    /// Describes what is missing to present a popover.
    func missingAnchor(of id: ViewControllerID) -> String {
        let configuration = nodes[id]?.popover?.configuration ?? PopoverConfiguration()
        if let item = configuration.barButtonItem {
            let known = navigationItem(of: item.viewController)
            guard known.barButtonItems.contains(where: { $0.id == item.item }) else {
                return "\(item.viewController.describe) has no bar button item \(item.item), at which the popover of "
                    + "\(id.describe) points; choose an existing item"
            }
            return "bar button item \(item.item) of \(item.viewController.describe), at which the popover of "
                + "\(id.describe) points, is not in a visible bar; choose a displayed item"
        }
        if let view = configuration.sourceView {
            let name = view.view == 0 ? "the tab bar" : "view \(view.view)"
            return "\(name) of \(view.viewController.describe), at which the popover of \(id.describe) points, is "
                + "not in a window; choose a displayed view"
        }
        return
            "the popover of \(id.describe) has nothing to point at: set BarButtonItem, or SourceView and SourceRect, "
            + "to a non-nil item or view"
    }

    /// Converts a rectangle of a view (nil for its bounds) to its controller's root view; nil when the view does not
    /// exist or is a hidden bar.
    private func convert(_ rect: Rect?, from address: ViewAddress, _ frames: ViewFrames) -> Rect? {
        if address.view == 0 {
            let bar = barFrame(of: address.viewController)
            guard bar.height > 0 else { return nil }
            return rect?.offset(by: bar.origin) ?? bar
        }
        guard let frame = ownFrame(of: address) else { return frames(address, rect) }
        guard let rect else { return frame }
        // A root view may scroll. A container's content and bar don't.
        return address.view == ContainerView.root ? frames(address, rect) ?? rect : rect.offset(by: frame.origin)
    }

    /// Returns the frame of a view that follows from its controller's place. Its owner may not know it yet.
    private func ownFrame(of address: ViewAddress) -> Rect? {
        let id = address.viewController
        if address.view == ContainerView.root {
            let size = layout(of: id).frame
            return Rect(x: 0, y: 0, width: size.width, height: size.height)
        }
        guard nodes[id]?.kind.isNavigation == true || nodes[id]?.tabs != nil else { return nil }
        switch address.view {
        case ContainerView.content: return displayedChild(of: id).map { layout(of: $0).frame } ?? .zero
        case ContainerView.bar: return nodes[id]?.tabs == nil ? navigationBarFrame(of: id) : barFrame(of: id)
        case ContainerView.toolbar where nodes[id]?.tabs == nil: return toolbarFrame(of: id)
        default: return nil
        }
    }

    /// Returns the origin of a controller's view in its window.
    package func windowOrigin(of id: ViewControllerID) -> Point {
        containers(from: id).reduce(Point(x: 0, y: 0)) { origin, container in
            layout(of: container).frame.offset(by: origin).origin
        }
    }
}

extension PopoverConfiguration {
    /// Whether the popover follows its anchor: a bar button item, or a whole view (`P12`, `P77`).
    var followsItsAnchor: Bool { barButtonItem != nil || sourceRect == nil }
}
