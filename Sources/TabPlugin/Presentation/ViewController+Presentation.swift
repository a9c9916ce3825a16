internal import CTabPlugin

extension ViewController {
    /// The nearest popover: that of this view controller if its style is `popover`, otherwise that of an enclosing
    /// container. nil if there is none.
    public var popoverPresentationController: PopoverPresentationController? {
        if let own = popovers.own { return own }
        return modalPresentationStyle == .popover ? makePopover() : enclosingPopover
    }

    private func makePopover() -> PopoverPresentationController {
        let popover = PopoverPresentationController(self)
        popovers.own = popover
        popovers.ended = nil
        return popover
    }

    private var enclosingPopover: PopoverPresentationController? {
        guard let containers, (try? Host.popoverValue("Presented", of: number)) != nil else { return nil }
        // Without a container, it replaces another view controller, or its style was set on the bus.
        guard containers.parent != 0 else { return popovers.replaced ?? makePopover() }
        if let parent = Registration.instances[containers.parent]?.viewController {
            return parent.popoverPresentationController
        }
        if let outer = popovers.outer, outer.presentedViewController.number == containers.parent { return outer }
        let outer = PopoverPresentationController(ViewController(proxyFor: containers.parent), seenFrom: self)
        popovers.outer = outer
        return outer
    }

    /// Returns the popover that a callback refers to.
    ///
    /// - Parameter presented: The number of the presented view controller.
    func popover(of presented: UInt64) -> PopoverPresentationController? {
        presented == number ? popovers.own ?? popovers.ended : popovers.outer
    }

    /// Returns the popover that a callback refers to; after a dismissal, the popover that has ended.
    func endedPopover(of presented: UInt64) -> PopoverPresentationController? {
        presented == number ? popovers.ended ?? popovers.own : popovers.outer
    }

    /// Discards the popover after the style has changed, unless it is in use.
    func discardUnusedPopover() {
        guard popovers.own != nil, containers?.presenting_view_controller ?? 0 == 0 else { return }
        popovers.own?.end()
        popovers.own = nil
    }

    /// Disconnects the popover after the presentation. The next presentation gets a new one.
    func popoverEnded() {
        popovers.replaced?.replacement = nil
        guard let popover = popovers.own else { return }
        popover.end()
        popovers.ended = popover
        popovers.own = nil
    }

    // MARK: Transitions

    // The reason why a view appears or disappears. Each property is only true during the callbacks of that transition.

    /// Whether the view controller is entering a container, for example because it is pushed. A change of tabs does not
    /// count.
    public var isMovingToParent: Bool { transition == .movingToParent }
    /// Whether the view controller is leaving its container, for example because it is popped.
    public var isMovingFromParent: Bool { transition == .movingFromParent }
    public var isBeingPresented: Bool { transition == .beingPresented }
    public var isBeingDismissed: Bool { transition == .beingDismissed }

    enum Transition { case movingToParent, movingFromParent, beingPresented, beingDismissed }

    /// Records a move to a container.
    ///
    /// - Parameter parent: The new container, 0 for none; nil at the end of the move.
    func move(to parent: UInt64?) { transition = parent.map { $0 != 0 ? .movingToParent : .movingFromParent } }

    /// Records the start of a presentation. Called before `viewWillAppear(_:)`; the following methods accompany the
    /// callbacks of the same names.
    func willAppear() {
        guard transition == nil, isPresented, !wasPresented else { return }
        wasPresented = true
        transition = .beingPresented
    }

    func didAppear() { if transition == .beingPresented { transition = nil } }

    func willDisappear() {
        guard transition == nil, wasPresented, !isPresented else { return }
        transition = .beingDismissed
    }

    func presentationEnded() {
        wasPresented = false
        transition = nil
        popoverEnded()
    }
}
