extension ViewController {
    /// The nearest popover: that of the controller itself, which is there as soon as its style is `popover`, else that of
    /// what it is in (P4). nil when there is none.
    public var popoverPresentationController: PopoverPresentationController? {
        if let own = popovers.own { return own }
        return modalPresentationStyle == .popover ? makePopover() : popoverAround
    }

    private func makePopover() -> PopoverPresentationController {
        let popover = PopoverPresentationController(self)
        popovers.own = popover
        popovers.ended = nil
        return popover
    }

    private var popoverAround: PopoverPresentationController? {
        guard let containers, (try? Host.popoverValue("Presented", of: number)) != nil else { return nil }
        // Without a container it is presented in another's place, or somebody else has set its style.
        guard containers.parent != 0 else { return popovers.replaced ?? makePopover() }
        if let parent = Registration.instances[containers.parent]?.viewController {
            return parent.popoverPresentationController
        }
        if let outer = popovers.outer, outer.presentedViewController.number == containers.parent { return outer }
        let outer = PopoverPresentationController(standingFor: containers.parent, seenFrom: self)
        popovers.outer = outer
        return outer
    }

    /// The popover that a callback of the host is about, by the controller that is presented in it.
    func popover(of presented: UInt64) -> PopoverPresentationController? {
        presented == number ? popovers.own ?? popovers.ended : popovers.outer
    }

    /// The one that has ended, when the controller has just been dismissed.
    func formerPopover(of presented: UInt64) -> PopoverPresentationController? {
        presented == number ? popovers.ended ?? popovers.own : popovers.outer
    }

    /// Without the style there is none, unless it is in charge of a presentation (P4).
    func quitUnusedPopover() {
        guard popovers.own != nil, containers?.presentingViewController ?? 0 == 0 else { return }
        popovers.own?.end()
        popovers.own = nil
    }

    /// The presentation is over: the next one has a popover of its own (P8).
    func popoverEnded() {
        popovers.replaced?.replacement = nil
        guard let popover = popovers.own else { return }
        popover.end()
        popovers.ended = popover
        popovers.own = nil
    }
}

/// Why a view appears or disappears; true in the callbacks of that alone (L10).
extension ViewController {
    /// The controller is on its way into a container, as when it is pushed; false when a tab is only switched.
    public var isMovingToParent: Bool { transition == .movingToParent }
    /// The controller is on its way out of its container, as when it is popped.
    public var isMovingFromParent: Bool { transition == .movingFromParent }
    public var isBeingPresented: Bool { transition == .beingPresented }
    public var isBeingDismissed: Bool { transition == .beingDismissed }

    enum Transition { case movingToParent, movingFromParent, beingPresented, beingDismissed }

    /// A change of container is under way; nil when it is over.
    func move(to parent: UInt64?) { transition = parent.map { $0 != 0 ? .movingToParent : .movingFromParent } }

    /// Around the callbacks of the same names.
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
