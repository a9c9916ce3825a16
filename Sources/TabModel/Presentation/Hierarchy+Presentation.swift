/// Presenting and dismissing (`P65` to `P72`, `L5`).
extension Hierarchy {
    /// The maximum number of presentations over each other.
    static let maximumPresentations = 32

    /// Presents a controller over the outermost container of another one (`P66`). The relation exists at once. The
    /// controller appears in the next update cycle (`P6`), or as a popover when it has an anchor.
    ///
    /// - Parameters:
    ///   - configuration: The initial configuration of its popover; nil keeps the current one.
    ///   - awaitsReader: Whether a popover with an anchor also waits until a client reads it or its wait is over.
    package mutating func present(
        _ id: ViewControllerID?, from receiver: ViewControllerID, animated: Bool,
        popover configuration: PopoverConfiguration? = nil, awaitsReader: Bool = false
    ) throws(ModelError) {
        _ = try requireNode(receiver)
        guard let id, let node = nodes[id] else {
            throw .invalidArgument("the view controller to present must not be empty")
        }
        guard node.kind != .tabBarController else {
            throw .hierarchyInconsistency("\(id.describe) is a tab bar controller and can't be presented")
        }
        try requireNotAlert(id)
        if let presenter = node.presenter ?? presenter(ofPopover: id) {
            throw .invalidArgument("\(id.describe) is already being presented by \(presenter.describe)")
        }
        if let parent = node.parent {
            throw .invalidArgument(
                "\(id.describe) is in \(parent.describe); only a view controller without a parent can be presented")
        }
        let style = node.settings.modalPresentationStyle
        guard style != .none else {
            throw .invalidArgument("the modal presentation style of \(id.describe) is none; expected another style")
        }
        let handler = outermostContainer(of: receiver)
        guard style != .popover || nodes[root(of: handler)]?.window?.profile != .tv else {
            throw .notSupported("there are no popovers in profile tv: present \(id.describe) in another style")
        }
        guard root(of: handler) != id else {
            throw .hierarchyInconsistency(
                "\(id.describe) can't be presented by itself or by a view controller that it presents")
        }
        guard nodes[handler]?.alert == nil else {
            throw .internalInconsistency("\(handler.describe) is an alert: nothing can be presented over alerts")
        }
        if let other = nodes[handler]?.presentation {
            throw .internalInconsistency(
                "\(handler.describe) is already presenting \(other.presented.describe): dismiss that first")
        }
        guard depth(of: handler) < Self.maximumPresentations else {
            throw .internalInconsistency(
                "\(Self.maximumPresentations) controllers are presented over each other in "
                    + "\(root(of: handler).describe): no more are allowed")
        }
        guard nodes[root(of: handler)]?.shownChain.contains(handler) == true else {
            throw .internalInconsistency(
                "\(handler.describe) is not in the window hierarchy; only a displayed view controller can present, in a "
                    + "visible window (Attach, or AlwaysVisible)")
        }
        if let configuration { try configurePopover(of: id) { $0 = configuration } }
        completeTransition(around: handler)
        leaveWindow(id)
        nodes[handler]?.presentation = Presentation(
            presented: id, popover: style == .popover ? id : nil, covers: style.covers, animated: animated)
        nodes[handler]?.presentation?.awaitsReader = awaitsReader
        noteParent(of: id)
        nodes[id]?.presenter = handler
        if style == .popover { rest.popovers.insert(id) } else { rest.pendingPresentations.append(id) }
        markTreeChanged(handler)
    }

    /// Returns whether the update cycle has work.
    ///
    /// - Parameter frames: The current frames of views, which popovers follow.
    package func needsUpdateCycle(_ frames: ViewFrames) -> Bool {
        !rest.pendingPresentations.isEmpty || rest.popovers.contains { isReady($0, frames) }
    }

    /// Runs the update cycle: new presentations appear, and popovers follow their surroundings.
    package mutating func runUpdateCycle(_ frames: ViewFrames) {
        let pending = rest.pendingPresentations
        rest.pendingPresentations = []
        for id in pending {
            guard let handler = nodes[id]?.presenter, nodes[handler]?.presentation?.isPending == true else { continue }
            show(over: handler)
            emit(.presented(id))
        }
        guard !rest.popovers.isEmpty else { return }
        // A popover may point into another one below it, and is laid out again when that one has moved.
        let chain = rest.popovers.map { (depth: presenter(ofPopover: $0).map(depth) ?? 0, id: $0) }.sorted { $0 < $1 }
        let before = chain.map { popoverPlacement(of: $0.id) }
        for (_, id) in chain { revise(id, frames) }
        for (lower, old) in zip(chain, before) where popoverPlacement(of: lower.id) != old {
            let uppers = chain.filter { $0.depth > lower.depth && popoverPlacement(of: $0.id) != nil }
            for upper in uppers where root(of: upper.id) == root(of: lower.id) {
                nodes[upper.id]?.popover?.needsLayout = true
            }
        }
    }

    /// Returns the number of presentations below what a controller presents.
    private func depth(of handler: ViewControllerID) -> Int {
        Array(sequence(first: handler) { nodes[outermostContainer(of: $0)]?.presenter }).count - 1
    }

    /// Makes a requested presentation appear.
    mutating func show(over handler: ViewControllerID) {
        guard let presentation = nodes[handler]?.presentation else { return }
        completeTransition(around: handler)
        nodes[handler]?.presentation?.isPending = false
        runAppearanceTransition(root(of: handler), .presentation, animated: presentation.animated)
        markTreeChanged(handler)
    }

    /// Dismisses what a controller or its container presents, with everything above it, else the controller itself
    /// (`P69`).
    ///
    /// - Returns: The dismissed controllers, the lowest first; empty when there is nothing to dismiss (`P70`).
    @discardableResult
    package mutating func dismiss(
        from id: ViewControllerID, animated: Bool
    ) throws(ModelError) -> [ViewControllerID] {
        _ = try requireNode(id)
        let container = outermostContainer(of: id)
        let handler =
            presentedViewController(of: id).flatMap { nodes[$0]?.presenter } ?? nodes[container]?.presenter
            ?? self.presenter(ofPopover: id)
        guard let handler else { return [] }
        return endPresentation(by: handler, animated: animated)
    }

    /// Returns the presentation of a controller itself.
    package func presentation(by id: ViewControllerID) -> Presentation? { nodes[id]?.presentation }

    /// Returns what a controller or its nearest container presents (`P66`).
    package func presentedViewController(of id: ViewControllerID) -> ViewControllerID? {
        let presenter = containers(from: id).first { nodes[$0]?.presentation != nil }
        return presenter.flatMap { nodes[$0]?.presentation?.presented }
    }

    /// Returns the presenter of a controller or of its container (`P66`).
    package func presentingViewController(of id: ViewControllerID) -> ViewControllerID? {
        nodes[outermostContainer(of: id)]?.presenter
    }

    /// Ends a controller's presentation and all above it. The relations end before the dismissed controllers disappear
    /// (`P71`).
    ///
    /// - Parameter user: Whether the user dismisses the popover. Its delegate is then notified of the end (`P56`).
    @discardableResult
    mutating func endPresentation(
        by handler: ViewControllerID, animated: Bool, byUser user: Bool = false
    ) -> [ViewControllerID] {
        let popover = nodes[handler]?.presentation?.popover
        let gone = Array(sequence(first: handler) { [nodes] in nodes[$0]?.presentation?.presented }.dropFirst())
        guard !gone.isEmpty else { return [] }
        completeTransition(around: handler)
        let root = root(of: handler)
        var ended = gone
        for id in gone {
            noteParent(of: id)
            guard let presenter = nodes[id]?.presenter else { continue }
            if let popover = nodes[presenter]?.presentation?.popover, popover != id { ended.append(popover) }
            nodes[presenter]?.presentation = nil
            nodes[id]?.presenter = nil
        }
        let quit = ended.map { resetPopover(of: $0) }
        markTreeChanged(handler)
        for id in gone { markTreeChanged(id) }
        // Only the topmost controller and its content are animated.
        let top = gone.last.map { displayedChain(of: $0) } ?? []
        let below = (nodes[root]?.shownChain ?? []).filter { !top.contains($0) }
        runAppearanceTransition(root, .presentation, animated: animated, justRemoved: below)
        if user, let popover { emit(.popover(popover, .didDismiss)) }
        for (id, number) in zip(ended, quit).reversed() {
            if let number {
                emit(.popover(id, .renewed(number)))
                reconcilePopover(of: id)
            }
            emit(.didDismiss(id))
        }
        for id in gone where nodes[id]?.alert?.answer == nil { discardAlert(id) }
        return gone
    }

    /// Returns a controller, its container, the container of that, and so on, without presenters.
    func containers(from id: ViewControllerID) -> some Sequence<ViewControllerID> {
        // Captures only the nodes: capturing `self` would force a copy of the hierarchy at the next event.
        sequence(first: id) { [nodes] in nodes[$0]?.parent }
    }

    /// Returns the topmost container around a controller, without presenters.
    func outermostContainer(of id: ViewControllerID) -> ViewControllerID {
        var current = id
        while let parent = nodes[current]?.parent { current = parent }
        return current
    }

    /// Throws for a presented controller, which can't be in a container as well, except for a replacement (`P63`).
    func requireNotPresented(_ id: ViewControllerID, outside container: ViewControllerID? = nil) throws(ModelError) {
        try requireNotAlert(id)
        guard let presenter = nodes[id]?.presenter ?? presenter(ofPopover: id) else { return }
        if let container, nodes[id]?.popover?.replacement == container { return }
        throw .invalidArgument("\(id.describe) is presented by \(presenter.describe): dismiss it first")
    }
}
