/// What is displayed and presented (`P65` to `P72`).
extension Nodes {
    /// Returns the child that a container displays, whether or not the container is displayed.
    package func displayedChild(of id: ViewControllerID) -> ViewControllerID? {
        guard let slot = self[id]?.tabs?.slot else { return self[id]?.stack.last }
        switch slot {
        case .none: return nil
        case .tab(let child): return child
        case .more: return self[id]?.tabs?.more
        }
    }

    /// Returns what a container displays inside itself, down to the innermost, container before child. The container
    /// itself is not included.
    package func displayedContent(of id: ViewControllerID) -> [ViewControllerID] {
        Array(sequence(first: id) { displayedChild(of: $0) }.dropFirst())
    }

    /// Returns what a root displays, container before child, whether or not its window is visible: its content, then
    /// what is presented over the content or in its place (`P67`).
    ///
    /// - Parameter presented: Whether covered content below this one is included.
    func displayedChain(of root: ViewControllerID, under presented: ViewControllerID? = nil) -> [ViewControllerID] {
        let chain = [root] + displayedContent(of: root)
        let presentation = chain.lazy.compactMap { self[$0]?.presentation }.first { !$0.isPending }
        guard let presentation else { return chain }
        let over = displayedChain(of: presentation.presented, under: presented)
        return presentation.covers && presentation.presented != presented ? over : chain + over
    }

    /// Returns the controllers that a tab bar controller displays, whether or not its window is visible; nothing for
    /// another root. A navigation controller of its own may be about to become a tab.
    package func displayedInTabs(of root: ViewControllerID) -> [ViewControllerID] {
        self[root]?.tabs != nil ? displayedChain(of: root) : []
    }

    /// Returns the displayed chain of a root with a visible window, else nothing.
    func visibleChain(of root: ViewControllerID) -> [ViewControllerID] {
        owner(of: root) == nil && self[root]?.window?.isVisible == true ? displayedChain(of: root) : []
    }

    /// Returns the window that a controller is in.
    func window(around id: ViewControllerID?) -> Window? { id.flatMap { self[root(of: $0)]?.window } }

    // MARK: Presentations

    /// Returns the presentation of a controller itself.
    package func presentation(by id: ViewControllerID) -> Presentation? { self[id]?.presentation }

    /// Returns what a controller presents, or a container that displays it (`P66`).
    package func presentedViewController(of id: ViewControllerID) -> ViewControllerID? {
        var current = id
        while self[current]?.presentation == nil {
            guard let parent = parent(of: current), displayedChild(of: parent) == current else { return nil }
            current = parent
        }
        return self[current]?.presentation?.presented
    }

    /// Returns the controller or the container that presents something (`P66`).
    func nearestPresenter(of id: ViewControllerID) -> ViewControllerID? {
        containers(from: id).first { self[$0]?.presentation != nil }
    }

    /// Returns the presenter of a controller or of its container (`P66`).
    package func presentingViewController(of id: ViewControllerID) -> ViewControllerID? {
        self[outermostContainer(of: id)]?.presenter
    }

    /// Returns the controllers that a controller presents, one over the other, the lowest first.
    func presentedControllers(from handler: ViewControllerID) -> [ViewControllerID] {
        Array(sequence(first: handler) { self[$0]?.presentation?.presented }.dropFirst())
    }

    /// Returns the number of presentations below what a controller presents.
    func presentationDepth(of handler: ViewControllerID) -> Int {
        Array(sequence(first: handler) { self[outermostContainer(of: $0)]?.presenter }).count - 1
    }

    /// nil for a controller that is not an alert.
    package func alert(_ id: ViewControllerID) -> Alert? { self[id]?.alert }

    /// The alert that takes all touches of a window; nil for an action sheet that is a popover.
    package func blockingAlert(in root: ViewControllerID) -> ViewControllerID? {
        blockingAlert(onTopOf: displayedChain(of: root))
    }

    func blockingAlert(onTopOf displayed: [ViewControllerID]) -> ViewControllerID? {
        // Nothing can be presented over an alert.
        guard let top = displayed.last, self[top]?.alert != nil, self[top]?.popover?.placement == nil else {
            return nil
        }
        return top
    }

    // MARK: Popovers

    package func hasPopover(_ id: ViewControllerID) -> Bool { self[id]?.popover != nil }

    package func popoverConfiguration(of id: ViewControllerID) -> PopoverConfiguration? {
        self[id]?.popover?.configuration
    }

    /// Returns the number of a controller's popover. A new popover has a new number (`P8`).
    package func popoverNumber(of id: ViewControllerID) -> UInt64? { self[id]?.popover?.number }

    /// Returns whether the controller is presented, as a popover or adapted.
    package func isPopoverPresented(_ id: ViewControllerID) -> Bool { self[id]?.popover?.isPresented ?? false }

    /// Returns the placement; nil unless it is shown as a popover.
    package func popoverPlacement(of id: ViewControllerID) -> PopoverPlacement? { self[id]?.popover?.placement }

    /// Returns the arrow's direction; unknown before and after a presentation, and while it is adapted (`P21`).
    package func popoverArrowDirection(of id: ViewControllerID) -> PopoverArrowDirection {
        popoverPlacement(of: id)?.arrowDirection ?? .unknown
    }

    /// Returns the style that replaces the popover; `none` when it is not adapted.
    package func adaptivePresentationStyle(of id: ViewControllerID) -> ModalPresentationStyle {
        self[id]?.popover?.adaptiveStyle ?? .none
    }

    /// Returns the open question to the popover's delegate.
    package func openPopoverQuestion(of id: ViewControllerID) -> PopoverQuestion? { self[id]?.popover?.question }

    /// Returns whether a popover with an anchor waits until a client reads it.
    package func awaitsReader(_ id: ViewControllerID) -> Bool {
        guard let popover = self[id]?.popover, popover.configuration.hasAnchor, popover.classes.isEmpty,
            let presentation = presenter(ofPopover: id).flatMap({ self[$0]?.presentation })
        else { return false }
        return presentation.awaitsReader && !presentation.isDue
    }

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
        self[id]?.presenter.flatMap { self[$0]?.presentation?.popover }
    }

    /// Returns the presenter of a controller's popover; nil unless the popover governs a presentation.
    func presenter(ofPopover id: ViewControllerID) -> ViewControllerID? {
        guard let popover = self[id]?.popover else { return nil }
        let presented = popover.replacement ?? id
        return self.popover(presenting: presented) == id ? self[presented]?.presenter : nil
    }

    /// Returns whether the user can't dismiss a popover because its content is modal (`P57`).
    func isModal(_ id: ViewControllerID) -> Bool {
        let shown = self[id]?.popover?.replacement ?? id
        return ([id, shown] + displayedContent(of: shown)).contains(where: isModalInPresentation)
    }

    /// Returns whether an attempt of the user to dismiss an alert has no effect.
    func isDismissalRefused(ofAlert id: ViewControllerID) -> Bool {
        guard let alert = self[id]?.alert else { return false }
        guard alert.style == .actionSheet else { return true }
        guard let cancel = alert.cancelAction else { return self[id]?.popover?.placement == nil }
        return !alert.actions[cancel].isEnabled
    }

    /// Returns whether something is presented over a controller or its content.
    func isPresenting(_ id: ViewControllerID) -> Bool {
        ([id] + displayedContent(of: id)).contains { self[$0]?.presentation?.isPending == false }
    }

    // MARK: Replacements

    /// Returns whether the delegate is being asked for a replacement of a controller. Then the controller may be put
    /// into a navigation controller, which replaces it (`P63`).
    func isAskedForReplacement(of id: ViewControllerID) -> Bool {
        guard case .adaptiveViewController = self[id]?.popover?.question?.kind else { return false }
        return self[id]?.popover?.replacement == nil
    }

    /// Returns whether a controller can be presented in place of another one (`P65`).
    func canReplace(_ id: ViewControllerID, _ replacement: ViewControllerID) -> Bool {
        guard let node = self[replacement], node.kind != .tabBarController, node.alert == nil, replacement != id,
            let handler = presenter(ofPopover: id)
        else { return false }
        return owner(of: replacement) == nil && root(of: handler) != replacement && node.presentation == nil
            && presenter(ofPopover: replacement) == nil
    }
}
