/// Popovers: their existence, configuration and delegate (`P3` to `P9`).
extension Hierarchy {
    /// Changes the configuration. A visible popover is laid out in the next update cycle (`P30`, `P77`, `P81`).
    package mutating func configurePopover(
        of id: ViewControllerID, _ change: (inout PopoverConfiguration) -> Void
    ) throws(ModelError) {
        let popover = try require.popover(of: id)
        let old = popover.configuration
        var new = old
        change(&new)
        guard new != old else { return }
        if let validationError = new.validationError { throw validationError }
        nodes[id]?.popover?.configuration = new
        markChanged(id)
        if popover.placement != nil, new.backgroundColor != old.backgroundColor {
            emit(.popover(id, .chromeChanged("BackgroundColor", animated: true)))
        }
        if popover.placement != nil, new.background != old.background {
            emit(.popover(id, .chromeChanged("PopoverBackgroundViewClass", animated: false)))
        }
        if popover.isPresented { nodes[id]?.popover?.needsLayout = true }
    }

    /// Sets the callbacks that a popover's delegate implements; empty without a delegate. The caller answers an open
    /// question.
    package mutating func setPopoverDelegate(
        has methods: Set<PopoverCallback>, of id: ViewControllerID
    ) throws(ModelError) {
        _ = try require.popover(of: id)
        nodes[id]?.popover?.delegateMethods = methods
    }

    /// Returns whether a visible popover in a button's window points at the button (`P53`).
    package func isAnchor(_ item: BarButtonItemAddress) -> Bool {
        let root = nodes.root(of: item.viewController)
        return records.popovers.contains { id in
            nodes.popoverPlacement(of: id) != nil && nodes.popoverConfiguration(of: id)?.barButtonItem == item
                && nodes.presenter(ofPopover: id).map(nodes.root) == root
        }
    }

    // MARK: Life cycle

    mutating func addPopover(to id: ViewControllerID) {
        let popover = Popover(number: makeToken())
        nodes[id]?.popover = popover
        records.popoverOwners.insert(id)
    }

    /// Creates or removes the popover, as the style requires.
    mutating func reconcilePopover(of id: ViewControllerID) {
        let isPopover = nodes.modalPresentationStyle(of: id) == .popover
        guard isPopover != nodes.hasPopover(id), !records.popovers.contains(id) else { return }
        if isPopover {
            addPopover(to: id)
        } else {
            nodes[id]?.popover = nil
            records.popoverOwners.remove(id)
        }
        emit(.popover(id, isPopover ? .created : .released))
    }

    /// Ends the popover of a presentation. A new one with defaults exists at once (`P8`).
    /// - Returns: The number of the old one; nil without one.
    mutating func resetPopover(of id: ViewControllerID) -> UInt64? {
        guard records.popovers.remove(id) != nil, let number = nodes.popoverNumber(of: id) else { return nil }
        addPopover(to: id)
        markChanged(id)
        return number
    }

    /// Removes all references of popovers to controllers that are destroyed.
    mutating func removeFromPopovers(_ ids: Set<ViewControllerID>) {
        records.popoverOwners.subtract(ids)
        let pointing = records.popoverOwners.filter { nodes[$0]?.popover?.configuration.refers(to: ids) == true }
        for other in pointing.sorted() {
            nodes[other]?.popover?.configuration.removeReferences(to: ids)
            markChanged(other)
        }
    }

    // MARK: Replacements (P63)

    /// Presents a replacement in a controller's popover while it is adapted.
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
        separate(presentation.presented, from: old)
        nodes[new]?.presentation = presentation
        nodes[presentation.presented]?.presenter = new
        return handler
    }
}
