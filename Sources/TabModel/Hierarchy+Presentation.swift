/// Presenting and dismissing (`P65` to `P72`, `L5`).
extension Hierarchy {
    /// How many can be presented over each other.
    static let maximumPresentations = 32

    /// Presents a controller over the outermost container of another one (`P66`). The relation is there at once; the
    /// controller appears in the next update cycle (`P6`).
    ///
    /// - Parameter covers: whether the presenter's view leaves the window, as under a full screen (`P67`).
    package mutating func present(
        _ id: ViewControllerID?, from receiver: ViewControllerID, covers: Bool, animated: Bool
    ) throws(ModelError) {
        _ = try requireNode(receiver)
        guard let id, let node = nodes[id] else {
            throw .invalidArgument("nothing can't be presented: a live view controller is allowed")
        }
        guard node.kind != .tabBarController else {
            throw .hierarchyInconsistency("\(id.describe) is a tab bar controller: those can't be presented")
        }
        if let presenter = node.presenter {
            throw .invalidArgument("\(id.describe) is already being presented by \(presenter.describe)")
        }
        if let parent = node.parent {
            throw .invalidArgument(
                "\(id.describe) is in \(parent.describe): only one without a parent can be presented")
        }
        let handler = outermostContainer(of: receiver)
        guard root(of: handler) != id else {
            throw .hierarchyInconsistency("\(id.describe) can't be presented by itself or by what it presents")
        }
        if let other = nodes[handler]?.presentation {
            throw .internalInconsistency(
                "\(handler.describe) is already presenting \(other.presented.describe): dismiss that first")
        }
        var levels = 1
        var below = handler
        while let presenter = nodes[outermostContainer(of: below)]?.presenter {
            levels += 1
            below = presenter
        }
        guard levels <= Self.maximumPresentations else {
            throw .internalInconsistency(
                "\(levels - 1) controllers are presented over each other in \(below.describe): no more are allowed")
        }
        guard nodes[root(of: handler)]?.shownChain.contains(handler) == true else {
            throw .internalInconsistency(
                "\(handler.describe) is not in the window hierarchy: only what is displayed can present")
        }
        completeTransition(around: handler)
        leaveWindow(id)
        nodes[handler]?.presentation = Presentation(presented: id, covers: covers, animated: animated)
        noteParent(of: id)
        nodes[id]?.presenter = handler
        pendingPresentations.append(id)
        touchTree(handler)
    }

    /// Whether something waits for the update cycle.
    package var needsUpdateCycle: Bool { !pendingPresentations.isEmpty }

    /// The update cycle: lets what was presented since the last one appear, and returns it.
    package mutating func runUpdateCycle() -> [ViewControllerID] {
        guard !pendingPresentations.isEmpty else { return [] }
        let pending = pendingPresentations
        pendingPresentations = []
        var begun: [ViewControllerID] = []
        for id in pending {
            guard let handler = nodes[id]?.presenter, let presentation = nodes[handler]?.presentation,
                presentation.isPending
            else { continue }
            completeTransition(around: handler)
            nodes[handler]?.presentation?.isPending = false
            settle(root(of: handler), .presentation, animated: presentation.animated)
            touchTree(handler)
            begun.append(id)
        }
        return begun
    }

    /// Dismisses what a controller or its container presents, with all above it, else the controller itself (`P69`).
    ///
    /// - Returns: what is dismissed, the lowest first; nothing when there is nothing to dismiss (`P70`).
    @discardableResult
    package mutating func dismiss(
        from id: ViewControllerID, animated: Bool
    ) throws(ModelError) -> [ViewControllerID] {
        _ = try requireNode(id)
        let container = outermostContainer(of: id)
        let handler = presentedViewController(of: id).flatMap { nodes[$0]?.presenter } ?? nodes[container]?.presenter
        guard let handler else { return [] }
        return endPresentation(by: handler, animated: animated)
    }

    /// What a controller itself presents.
    package func presentation(by id: ViewControllerID) -> Presentation? { nodes[id]?.presentation }

    /// What a controller or the nearest one around it presents (`P66`).
    package func presentedViewController(of id: ViewControllerID) -> ViewControllerID? {
        var next: ViewControllerID? = id
        while let current = next {
            if let presentation = nodes[current]?.presentation { return presentation.presented }
            next = nodes[current]?.parent
        }
        return nil
    }

    /// Who presents a controller or the container that it is in (`P66`).
    package func presentingViewController(of id: ViewControllerID) -> ViewControllerID? {
        nodes[outermostContainer(of: id)]?.presenter
    }

    /// Ends what a controller presents and all above that; the relations end before the dismissed disappear (`P71`).
    @discardableResult
    mutating func endPresentation(by handler: ViewControllerID, animated: Bool) -> [ViewControllerID] {
        var gone: [ViewControllerID] = []
        var next = handler
        while let presentation = nodes[next]?.presentation {
            gone.append(presentation.presented)
            next = presentation.presented
        }
        guard !gone.isEmpty else { return [] }
        completeTransition(around: handler)
        let root = root(of: handler)
        for id in gone {
            noteParent(of: id)
            if let presenter = nodes[id]?.presenter { nodes[presenter]?.presentation = nil }
            nodes[id]?.presenter = nil
        }
        touchTree(handler)
        for id in gone { touchTree(id) }
        // Only the topmost one, and what is in it, animates.
        let top = gone.last.map { displayedChain(of: $0) } ?? []
        let below = (nodes[root]?.shownChain ?? []).filter { !top.contains($0) }
        settle(root, .presentation, animated: animated, justRemoved: below)
        for id in gone.reversed() { emit(.didDismiss(id)) }
        return gone
    }

    /// The topmost controller around one, presenters not counted.
    func outermostContainer(of id: ViewControllerID) -> ViewControllerID {
        var current = id
        while let parent = nodes[current]?.parent { current = parent }
        return current
    }

    /// Fails for a controller that is presented: it can't be in a container as well.
    func requireNotPresented(_ id: ViewControllerID) throws(ModelError) {
        guard let presenter = nodes[id]?.presenter else { return }
        throw .invalidArgument("\(id.describe) is presented by \(presenter.describe): dismiss it first")
    }
}
