/// The frames of alerts and popovers, and the anchors of popovers (`P10` to `P17`, `P31` to `P37`, `P50`).
extension Geometry {
    // MARK: Alerts

    /// Frames of an alert's views; nil for a controller that is not an alert.
    package func alertLayout(of id: ViewControllerID) -> AlertLayout? {
        guard let node = nodes[id], let alert = node.alert else { return nil }
        let placement = node.popover?.placement
        var width = placement?.contentFrame.width ?? AlertLayout.width
        if placement == nil, let window = nodes.window(around: nodes[id]?.presenter) {
            let room = max(window.size.width - 2 * AlertLayout.gap, 0)
            width = alert.style == .actionSheet ? room : min(width, room)
        }
        return AlertLayout(alert, title: node.settings.title ?? "", width: width, isPopover: placement != nil)
    }

    /// The size that an action sheet wants in a popover.
    func popoverSize(ofAlert id: ViewControllerID) -> Size? {
        guard let node = nodes[id], let alert = node.alert else { return nil }
        return AlertLayout(alert, title: node.settings.title ?? "", width: AlertLayout.width, isPopover: true).size
    }

    /// The frame in the window of an alert, or of an action sheet that is not a popover: above the keyboard, an alert in
    /// the middle, an action sheet at the bottom.
    func alertFrame(of id: ViewControllerID) -> Layout? {
        guard let alert = nodes[id]?.alert, let window = nodes.window(around: nodes[id]?.presenter),
            let size = alertLayout(of: id)?.size
        else { return nil }
        let (top, gap) = (window.statusBarHeight, AlertLayout.gap)
        let end =
            window.size.height - max(window.keyboardHeight, alert.style == .alert ? 0 : window.bottomSafeAreaInset)
        let bottom = max(alert.style == .actionSheet ? min(end, window.size.height - gap) : end - gap, 0)
        let height = min(size.height, max(bottom - top - gap, 0))
        let middle = top + (max(end, top) - top - height) / 2
        let frame = Rect(
            x: (window.size.width - size.width) / 2, y: alert.style == .alert ? middle : bottom - height,
            width: size.width, height: height)
        return Layout(frame: frame, insets: .zero)
    }

    // MARK: Popovers

    /// Returns the preferred size of a popover's content. A navigation controller without a preferred size has that of
    /// its top controller, plus its bars (`P31`, `P36`).
    func wantedContentSize(of id: ViewControllerID) -> Size {
        if let size = popoverSize(ofAlert: id) { return size }
        let shown = nodes[id]?.popover?.replacement ?? id
        let own = nodes.preferredContentSize(of: shown)
        guard own.width <= 0, own.height <= 0, nodes[shown]?.kind.isNavigation == true,
            let top = nodes[shown]?.stack.last
        else { return PopoverPlacement.wantedContentSize(for: own) }
        var size = PopoverPlacement.wantedContentSize(for: nodes.preferredContentSize(of: top))
        size.height += navigationBarHeight(of: shown) + toolbarHeight(of: shown)
        return size
    }

    /// Returns the frame in the window of a popover's content, and what covers it; nil for other presentations.
    func popoverLayout(of presented: ViewControllerID) -> Layout? {
        guard let id = nodes.popover(presenting: presented), let popover = nodes[id]?.popover,
            let placement = popover.placement
        else { return nil }
        let view = placement.contentView(extendsUnderArrow: popover.extendsUnderArrow)
        return Layout(frame: view.frame, insets: view.safeAreaInsets)
    }

    // MARK: The anchor

    /// Returns the anchor's rectangle in the window; nil when the anchor does not exist (`P15` to `P17`).
    func popoverAnchor(of id: ViewControllerID, _ frames: ViewFrames) -> Rect? {
        guard let configuration = nodes[id]?.popover?.configuration, let handler = nodes.presenter(ofPopover: id) else {
            return nil
        }
        let presented = nodes[handler]?.presentation?.presented
        let displayed = nodes.displayedChain(of: nodes.root(of: handler), under: presented).prefix { $0 != presented }
        if let address = configuration.barButtonItem {
            guard displayed.contains(address.viewController) else { return nil }
            return barButtonItemFrame(address)
        }
        guard let address = configuration.sourceView, displayed.contains(address.viewController) else { return nil }
        return convert(configuration.sourceRect, from: address, frames)?
            .offset(by: windowOrigin(of: address.viewController))
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
        case ContainerView.content: return nodes.displayedChild(of: id).map { layout(of: $0).frame } ?? .zero
        case ContainerView.bar: return nodes[id]?.tabs == nil ? navigationBarFrame(of: id) : barFrame(of: id)
        case ContainerView.toolbar where nodes[id]?.tabs == nil: return toolbarFrame(of: id)
        default: return nil
        }
    }
}
