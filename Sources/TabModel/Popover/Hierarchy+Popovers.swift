/// Popovers: existence, configuration and delegate (`P3` to `P9`).
extension Hierarchy {
    package func modalPresentationStyle(of id: ViewControllerID) -> ModalPresentationStyle {
        nodes[id]?.settings.modalPresentationStyle ?? .automatic
    }

    /// Sets the style of the next presentation. A running presentation keeps its style. A popover exists while the
    /// style is popover (`P4`).
    package mutating func setModalPresentationStyle(
        _ style: ModalPresentationStyle, of id: ViewControllerID
    ) throws(ModelError) {
        guard try requireNode(id).settings.modalPresentationStyle != style else { return }
        try requireNotAlert(id)
        nodes[id]?.settings.modalPresentationStyle = style
        markChanged(id)
        reconcilePopover(of: id)
    }

    package func isModalInPresentation(_ id: ViewControllerID) -> Bool {
        nodes[id]?.settings.isModalInPresentation ?? false
    }

    package mutating func setModalInPresentation(_ isModal: Bool, of id: ViewControllerID) throws(ModelError) {
        guard try requireNode(id).settings.isModalInPresentation != isModal else { return }
        nodes[id]?.settings.isModalInPresentation = isModal
        markChanged(id)
    }

    package func preferredContentSize(of id: ViewControllerID) -> Size {
        nodes[id]?.settings.preferredContentSize ?? Size(width: 0, height: 0)
    }

    /// Sets the preferred size. A popover's content is laid out again, animated unless a length is not set (`P34`,
    /// `P37`).
    package mutating func setPreferredContentSize(_ size: Size, of id: ViewControllerID) throws(ModelError) {
        guard try requireNode(id).settings.preferredContentSize != size else { return }
        let popover = popover(around: id)
        let before = popover.map { wantedContentSize(of: $0) }
        nodes[id]?.settings.preferredContentSize = size
        markChanged(id)
        guard let popover, nodes[popover]?.popover?.placement != nil, wantedContentSize(of: popover) != before else {
            return
        }
        let isAnimated = size.width > 0 && size.height > 0
        emit(.popover(popover, .chromeChanged("PreferredContentSize", animated: isAnimated)))
    }

    // MARK: Configuration

    package func hasPopover(_ id: ViewControllerID) -> Bool { nodes[id]?.popover != nil }

    package func popoverConfiguration(of id: ViewControllerID) -> PopoverConfiguration? {
        nodes[id]?.popover?.configuration
    }

    /// Changes the configuration. A visible popover is laid out in the next update cycle (`P30`, `P77`, `P81`).
    package mutating func configurePopover(
        of id: ViewControllerID, _ change: (inout PopoverConfiguration) -> Void
    ) throws(ModelError) {
        guard let old = try requireNode(id).popover else { throw Self.noPopover(id) }
        var new = old.configuration
        change(&new)
        guard new != old.configuration else { return }
        if let validationError = new.validationError { throw validationError }
        nodes[id]?.popover?.configuration = new
        markChanged(id)
        guard old.placement != nil else {
            if old.isPresented { nodes[id]?.popover?.needsLayout = true }
            return
        }
        if new.backgroundColor != old.configuration.backgroundColor {
            emit(.popover(id, .chromeChanged("BackgroundColor", animated: true)))
        }
        if new.background != old.configuration.background {
            emit(.popover(id, .chromeChanged("PopoverBackgroundViewClass", animated: false)))
        }
        nodes[id]?.popover?.needsLayout = true
    }

    /// Sets the callbacks that a popover's delegate implements; empty without a delegate. The caller answers an open
    /// question.
    package mutating func setPopoverDelegate(
        has methods: Set<PopoverCallback>, of id: ViewControllerID
    ) throws(ModelError) {
        guard try requireNode(id).popover != nil else { throw Self.noPopover(id) }
        nodes[id]?.popover?.delegateMethods = methods
    }

    static func noPopover(_ id: ViewControllerID) -> ModelError {
        .invalidArgument(
            "\(id.describe) has no popover: set its ModalPresentationStyle to popover before it is presented")
    }

    // MARK: State

    /// Returns the number of a controller's popover. A new popover has a new number (`P8`).
    package func popoverNumber(of id: ViewControllerID) -> UInt64? { nodes[id]?.popover?.number }

    /// Returns whether the controller is presented, as a popover or adapted.
    package func isPopoverPresented(_ id: ViewControllerID) -> Bool { nodes[id]?.popover?.isPresented ?? false }

    /// Returns the placement; nil unless it is shown as a popover.
    package func popoverPlacement(of id: ViewControllerID) -> PopoverPlacement? { nodes[id]?.popover?.placement }

    /// Returns the arrow's direction; unknown before and after a presentation, and while it is adapted (`P21`).
    package func popoverArrowDirection(of id: ViewControllerID) -> PopoverArrowDirection {
        popoverPlacement(of: id)?.arrowDirection ?? .unknown
    }

    /// Returns the style that replaces the popover; `none` when it is not adapted.
    package func adaptivePresentationStyle(of id: ViewControllerID) -> ModalPresentationStyle {
        nodes[id]?.popover?.adaptiveStyle ?? .none
    }

    /// Returns the open question to the popover's delegate.
    package func openPopoverQuestion(of id: ViewControllerID) -> PopoverQuestion? { nodes[id]?.popover?.question }

    /// Returns the controller of the nearest popover: its own, else that of the containers around it (`P4`).
    package func nearestPopover(of id: ViewControllerID) -> ViewControllerID? {
        for container in containers(from: id) {
            if hasPopover(container) { return container }
            if let popover = popover(presenting: container) { return popover }
        }
        return nil
    }

    /// Returns the controller whose popover governs the presentation of a controller's outermost container.
    func popover(around id: ViewControllerID) -> ViewControllerID? { popover(presenting: outermostContainer(of: id)) }

    /// Returns the controller whose popover presents another one: itself, or the one that it replaces (`P63`).
    func popover(presenting id: ViewControllerID) -> ViewControllerID? {
        nodes[id]?.presenter.flatMap { nodes[$0]?.presentation?.popover }
    }

    /// Returns the presenter of a controller's popover.
    func presenter(ofPopover id: ViewControllerID) -> ViewControllerID? {
        guard rest.popovers.contains(id) else { return nil }
        return nodes[nodes[id]?.popover?.replacement ?? id]?.presenter
    }

    // MARK: Life cycle

    /// Ends the popover of a presentation. A new one with defaults exists at once (`P8`).
    /// - Returns: The number of the old one; nil without one.
    mutating func resetPopover(of id: ViewControllerID) -> UInt64? {
        guard rest.popovers.remove(id) != nil, let number = nodes[id]?.popover?.number else { return nil }
        let other = Popover(number: makeToken())
        nodes[id]?.popover = other
        markChanged(id)
        return number
    }

    /// Creates or removes the popover, as the style requires.
    mutating func reconcilePopover(of id: ViewControllerID) {
        guard let node = nodes[id], !rest.popovers.contains(id) else { return }
        switch (node.settings.modalPresentationStyle == .popover, node.popover != nil) {
        case (true, false):
            let popover = Popover(number: makeToken())
            nodes[id]?.popover = popover
            rest.popoverOwners.insert(id)
            emit(.popover(id, .created))
        case (false, true):
            nodes[id]?.popover = nil
            rest.popoverOwners.remove(id)
            emit(.popover(id, .released))
        default: break
        }
    }

    /// Removes all references of popovers to a controller that is destroyed.
    mutating func removeFromPopovers(_ id: ViewControllerID) {
        rest.popoverOwners.remove(id)
        let pointing = rest.popoverOwners.filter { nodes[$0]?.popover?.configuration.refers(to: id) == true }
        for other in pointing.sorted() {
            nodes[other]?.popover?.configuration.removeReferences(to: id)
            markChanged(other)
        }
    }
}

/// Replacements: controllers that are presented in place of a popover's controller while it is adapted (`P63`).
extension Hierarchy {
    /// Returns whether the delegate is being asked for a replacement of a controller. Then the controller may be put
    /// into a navigation controller, which replaces it.
    func isAskedForReplacement(of id: ViewControllerID) -> Bool {
        guard case .adaptiveViewController = nodes[id]?.popover?.question?.kind else { return false }
        return nodes[id]?.popover?.replacement == nil
    }

    /// Returns whether a controller can be presented in place of another one (`P65`).
    func canReplace(_ id: ViewControllerID, _ replacement: ViewControllerID) -> Bool {
        guard let node = nodes[replacement], node.kind != .tabBarController, node.alert == nil, replacement != id,
            let handler = presenter(ofPopover: id)
        else { return false }
        return owner(of: replacement) == nil && root(of: handler) != replacement && node.presentation == nil
            && self.presenter(ofPopover: replacement) == nil
    }

    /// Presents a replacement in a controller's popover.
    mutating func transferPresentation(of id: ViewControllerID, to replacement: ViewControllerID) {
        guard let handler = exchange(id, for: replacement) else { return }
        nodes[id]?.popover?.replacement = replacement
        emit(.popover(id, .replaced(replacement)))
        markTreeChanged(handler)
        markTreeChanged(id)
    }

    /// Presents a controller in its own popover again, without its replacement.
    mutating func returnPresentation(_ id: ViewControllerID) {
        guard let replacement = nodes[id]?.popover?.replacement, nodes[replacement]?.presenter != nil else { return }
        if let stack = nodes[replacement]?.stack, stack.contains(id) {
            setStack(of: replacement, to: stack.filter { $0 != id }, animated: false)
        }
        guard let handler = exchange(replacement, for: id) else { return }
        nodes[id]?.popover?.replacement = nil
        markTreeChanged(handler)
        markTreeChanged(replacement)
        emit(.didDismiss(replacement))
    }

    /// Puts a controller in the place of a presented one, with everything that is presented over that.
    ///
    /// - Returns: The presenter; nil when the old one is not presented.
    private mutating func exchange(_ old: ViewControllerID, for new: ViewControllerID) -> ViewControllerID? {
        guard let handler = nodes[old]?.presenter else { return nil }
        noteParent(of: old)
        noteParent(of: new)
        nodes[handler]?.presentation?.presented = new
        nodes[new]?.presenter = handler
        nodes[old]?.presenter = nil
        guard let presentation = nodes[old]?.presentation else { return handler }
        noteParent(of: presentation.presented)
        nodes[old]?.presentation = nil
        nodes[new]?.presentation = presentation
        nodes[presentation.presented]?.presenter = new
        return handler
    }
}
