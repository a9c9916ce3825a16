/// Popovers while they are presented: their steps in update cycles, the questions to their delegates, and their dismissal
/// by the user (`P51` to `P64`, `P73` to `P81`).
extension Hierarchy {
    /// How long a popover waits for an anchor, in milliseconds.
    package static let anchorTimeout: UInt64 = 50

    /// Ends the wait for an anchor. The presentation begins in the next update cycle, with or without one (`P14`).
    package mutating func endWaitForAnchor(ofPopover id: ViewControllerID) {
        guard let handler = nodes.presenter(ofPopover: id),
            nodes.presentation(by: handler)?.isPending == true
        else { return }
        nodes[handler]?.presentation?.isDue = true
    }

    /// Ends the wait of a popover that a client reads: the next update cycle lays it out. Without an anchor it still
    /// waits.
    package mutating func endWaitForReader(ofPopover id: ViewControllerID) {
        guard nodes.awaitsReader(id), let handler = nodes.presenter(ofPopover: id) else { return }
        nodes[handler]?.presentation?.awaitsReader = false
    }

    // MARK: Questions and dismissal

    /// Handles the delegate's answer. A late or invalid answer changes nothing.
    /// - Returns: For a question about a dismissal, whether it was dismissed.
    @discardableResult
    package mutating func answer(_ question: PopoverQuestion, with answer: PopoverAnswer) -> Bool {
        let id = question.viewController
        guard nodes.openPopoverQuestion(of: id) == question else { return false }
        nodes[id]?.popover?.question = nil
        guard question.kind == .shouldDismiss else {
            nodes[id]?.popover?.accept(answer, to: question.kind)
            if case .place = answer { markChanged(id) }
            return false
        }
        guard answer != .allowed(false) else {
            emit(.popover(id, .didAttemptToDismiss))
            return false
        }
        dismissByUser(popover: id)
        return true
    }

    /// Handles a user's attempt to dismiss the popover, or the sheet that it is adapted to (`P55`, `P76`).
    package mutating func attemptToDismiss(popover id: ViewControllerID) -> DismissalAttempt {
        if nodes.alert(id)?.style == .alert { return .refused }
        guard let popover = nodes[id]?.popover, popover.isPresented, popover.question == nil,
            !nodes.isPresenting(popover.replacement ?? id)
        else { return .none }
        guard !nodes.isModal(id), !nodes.isDismissalRefused(ofAlert: id) else {
            emit(.popover(id, .didAttemptToDismiss))
            return .refused
        }
        emit(.popover(id, .shouldDismiss))
        guard popover.has(.shouldDismiss) else {
            dismissByUser(popover: id)
            return .dismissed
        }
        return .pending(ask(.shouldDismiss, about: id))
    }

    /// Dismisses the popover after the delegate allowed it or had no say.
    private mutating func dismissByUser(popover id: ViewControllerID) {
        guard let handler = nodes.presenter(ofPopover: id) else { return }
        if let cancel = nodes.alert(id)?.cancelAction { answerAlert(id, with: cancel) }
        emit(.popover(id, .willDismiss))
        endPresentation(by: handler, animated: true, byUser: true)
        finishAnswer(of: id)
    }

    @discardableResult
    private mutating func ask(_ kind: PopoverQuestion.Kind, about id: ViewControllerID) -> PopoverQuestion {
        let question = PopoverQuestion(token: makeToken(), viewController: id, kind: kind)
        nodes[id]?.popover?.question = question
        emit(.popover(id, .asks(question)))
        return question
    }

    // MARK: Steps

    /// Runs the steps of one update cycle.
    mutating func update(popover id: ViewControllerID, _ frames: @escaping ViewFrames) {
        if let handler = nodes.presenter(ofPopover: id),
            PopoverSession.needsTimeout(id, presentedBy: handler, in: nodes)
        {
            nodes[handler]?.presentation?.isTimed = true
            emit(.presentationWaits(id))
        }
        while let (popover, actions) = PopoverSession.advance(id, in: nodes, frames) {
            nodes[id]?.popover = popover
            for action in actions { apply(action, to: id) }
        }
    }

    private mutating func apply(_ action: PopoverSession.Action, to id: ViewControllerID) {
        guard let handler = nodes.presenter(ofPopover: id) else { return }
        switch action {
        case .emit(let event): emit(.popover(id, event))
        case .ask(let kind): ask(kind, about: id)
        case .loadViews:
            for loaded in [id] + nodes.displayedContent(of: id) { loadView(loaded) }
        case .place(let anchor): place(popover: id, at: anchor)
        case .show(let anchor):
            returnPresentation(id)
            nodes[id]?.popover?.adaptiveStyle = .none
            nodes[handler]?.presentation?.covers = false
            place(popover: id, at: anchor)
            appear(popover: id, over: handler)
        case .replace(let replacement, let style):
            replace(popover: id, by: replacement)
            nodes[id]?.popover?.adaptiveStyle = style
            nodes[id]?.popover?.placement = nil
            nodes[handler]?.presentation?.covers = style.covers
            appear(popover: id, over: handler)
        case .fail: failPresentation(of: id, by: handler)
        }
    }

    private mutating func replace(popover id: ViewControllerID, by replacement: ViewControllerID?) {
        let old = nodes[id]?.popover?.replacement
        guard replacement == nil || replacement != old else { return }
        let canReplace = replacement.map { nodes.canReplace(id, $0) } ?? false
        returnPresentation(id)
        guard let replacement, canReplace else { return }
        leaveWindow(replacement)
        transferPresentation(of: id, to: replacement)
    }

    private mutating func place(popover id: ViewControllerID, at anchor: Rect) {
        guard var popover = nodes[id]?.popover, let handler = nodes.presenter(ofPopover: id),
            let window = nodes.window(around: handler)
        else { return }
        let isChanged = popover.place(at: anchor, in: window, wanting: geometry.wantedContentSize(of: id))
        nodes[id]?.popover = popover
        guard isChanged else { return }
        markTreeChanged(nodes.presentation(by: handler)?.presented ?? id)
        markChanged(id)
    }

    private mutating func appear(popover id: ViewControllerID, over handler: ViewControllerID) {
        let isFirst = !nodes.isPopoverPresented(id)
        nodes[id]?.popover?.isPresented = true
        nodes[id]?.popover?.needsLayout = false
        markChanged(id)
        show(over: handler)
        if isFirst { emit(.presented(id)) }
    }
}
