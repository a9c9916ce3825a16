/// Presenting and dismissing (`P65` to `P72`, `L5`).
extension Hierarchy {
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
        _ = try require.node(receiver)
        let handler = nodes.outermostContainer(of: receiver)
        let style = try require.presentable(id, over: handler).settings.modalPresentationStyle
        guard let id else { return }
        if let configuration { try configurePopover(of: id) { $0 = configuration } }
        completeTransition(around: handler)
        leaveWindow(id)
        var presentation = Presentation(
            presented: id, popover: style == .popover ? id : nil, covers: style.covers, animated: animated)
        presentation.awaitsReader = awaitsReader
        nodes[handler]?.presentation = presentation
        noteParent(of: id)
        nodes[id]?.presenter = handler
        if style == .popover { records.popovers.insert(id) } else { records.pendingPresentations.append(id) }
        markTreeChanged(handler)
    }

    /// Makes a requested presentation appear.
    mutating func show(over handler: ViewControllerID) {
        guard let presentation = nodes[handler]?.presentation else { return }
        completeTransition(around: handler)
        nodes[handler]?.presentation?.isPending = false
        runAppearanceTransition(nodes.root(of: handler), .presentation, animated: presentation.animated)
        markTreeChanged(handler)
    }

    /// Dismisses what a controller or its container presents, with everything above it, else the controller itself
    /// (`P69`).
    ///
    /// - Returns: The dismissed controllers, the lowest first; empty when there is nothing to dismiss (`P70`).
    @discardableResult
    package mutating func dismiss(from id: ViewControllerID, animated: Bool) throws(ModelError) -> [ViewControllerID] {
        _ = try require.node(id)
        let handler =
            nodes.nearestPresenter(of: id) ?? nodes.presentingViewController(of: id) ?? nodes.presenter(ofPopover: id)
        return handler.map { endPresentation(by: $0, animated: animated) } ?? []
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
        let gone = nodes.presentedControllers(from: handler)
        guard !gone.isEmpty else { return [] }
        completeTransition(around: handler)
        let root = nodes.root(of: handler)
        var ended = gone
        for id in gone {
            guard let presenter = nodes[id]?.presenter else { continue }
            if let popover = nodes[presenter]?.presentation?.popover, popover != id { ended.append(popover) }
            separate(id, from: presenter)
        }
        let quit = ended.map { resetPopover(of: $0) }
        markTreeChanged(handler)
        for id in gone { markTreeChanged(id) }
        // Only the topmost controller and its content are animated.
        let top = gone.last.map { nodes.displayedChain(of: $0) } ?? []
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

    /// Ends the relation between a presented controller and its presenter.
    mutating func separate(_ id: ViewControllerID, from presenter: ViewControllerID) {
        noteParent(of: id)
        nodes[presenter]?.presentation = nil
        nodes[id]?.presenter = nil
    }

    /// Ends the presentation of a popover without an anchor (`P14`, `P16`, `P17`). The configuration stays.
    mutating func failPresentation(of id: ViewControllerID, by handler: ViewControllerID) {
        let error = ModelError.missingAnchor(PopoverSession.missingAnchor(of: id, in: nodes))
        returnPresentation(id)
        records.popovers.remove(id)
        nodes[id]?.popover?.reset()
        separate(id, from: handler)
        markTreeChanged(handler)
        markTreeChanged(id)
        reconcilePopover(of: id)
        emit(.presentationFailed(id, error))
        discardAlert(id)
    }

    // MARK: Alerts

    /// Records the answer of an alert whose presentation is about to end.
    mutating func answerAlert(_ id: ViewControllerID, with action: Int) {
        guard let texts = nodes[id]?.alert?.textFields.map(\.text) else { return }
        nodes[id]?.alert?.answer = Alert.Answer(action: action, texts: texts)
        noteTexts(of: id)
        markChanged(id)
    }

    /// Announces the answer of an alert whose presentation has ended. The oldest answered alert is destroyed when there
    /// are too many.
    mutating func finishAnswer(of id: ViewControllerID) {
        guard let answer = nodes[id]?.alert?.answer else { return }
        records.answeredAlerts.append(id)
        emit(.alertAnswered(id, answer))
        for oldest in records.answeredAlerts.dropLast(Alert.maximumAnswered) { discardAlert(oldest) }
    }

    /// Destroys an alert after its presentation.
    mutating func discardAlert(_ id: ViewControllerID) {
        guard nodes[id]?.alert != nil else { return }
        records.answeredAlerts.removeAll { $0 == id }
        removeFromPopovers([id])
        remove(id)
    }

    /// Destroys the answered alerts that a controller presented.
    mutating func discardAlerts(presentedFrom id: ViewControllerID) {
        for alert in records.answeredAlerts where nodes[alert]?.alert?.presenter == id { discardAlert(alert) }
    }
}
