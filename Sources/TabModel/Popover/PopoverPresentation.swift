/// The popover of one view controller while it is presented: its steps in update cycles, the questions to its delegate,
/// and its dismissal by the user (`P51` to `P64`, `P73` to `P81`).
package struct PopoverPresentation {
    private let id: ViewControllerID

    package init(_ id: ViewControllerID) { self.id = id }

    /// How long a popover waits for an anchor, in milliseconds.
    package static let anchorTimeout: UInt64 = 50

    /// Ends the wait for an anchor. The presentation begins in the next update cycle, with or without one (`P14`).
    package func endWaitForAnchor(in hierarchy: inout Hierarchy) {
        guard let handler = hierarchy.nodes.presenter(ofPopover: id),
            hierarchy.nodes.presentation(by: handler)?.isPending == true
        else { return }
        hierarchy.nodes[handler]?.presentation?.isDue = true
    }

    /// Ends the wait of a popover that a client reads: the next update cycle lays it out. Without an anchor it still
    /// waits.
    package func endWaitForReader(in hierarchy: inout Hierarchy) {
        guard hierarchy.nodes.awaitsReader(id), let handler = hierarchy.nodes.presenter(ofPopover: id) else { return }
        hierarchy.nodes[handler]?.presentation?.awaitsReader = false
    }

    // MARK: Questions and dismissal

    /// Handles the delegate's answer. A late or invalid answer changes nothing.
    /// - Returns: For a question about a dismissal, whether it was dismissed.
    @discardableResult
    package static func answer(
        _ question: PopoverQuestion, _ answer: PopoverAnswer, in hierarchy: inout Hierarchy
    ) -> Bool {
        let id = question.viewController
        guard hierarchy.nodes.openPopoverQuestion(of: id) == question else { return false }
        hierarchy.nodes[id]?.popover?.question = nil
        guard question.kind == .shouldDismiss else {
            hierarchy.nodes[id]?.popover?.accept(answer, to: question.kind)
            if case .place = answer { hierarchy.markChanged(id) }
            return false
        }
        guard answer != .allowed(false) else {
            hierarchy.emit(.popover(id, .didAttemptToDismiss))
            return false
        }
        PopoverPresentation(id).dismissByUser(in: &hierarchy)
        return true
    }

    /// Handles a user's attempt to dismiss the popover, or the sheet that it is adapted to (`P55`, `P76`).
    package func attemptToDismiss(in hierarchy: inout Hierarchy) -> DismissalAttempt {
        if hierarchy.nodes.alert(id)?.style == .alert { return .refused }
        guard let popover = hierarchy.nodes[id]?.popover, popover.isPresented, popover.question == nil,
            !hierarchy.nodes.isPresenting(popover.replacement ?? id)
        else { return .none }
        guard !hierarchy.nodes.isModal(id), !hierarchy.nodes.isDismissalRefused(ofAlert: id) else {
            hierarchy.emit(.popover(id, .didAttemptToDismiss))
            return .refused
        }
        hierarchy.emit(.popover(id, .shouldDismiss))
        guard popover.has(.shouldDismiss) else {
            dismissByUser(in: &hierarchy)
            return .dismissed
        }
        return .pending(ask(.shouldDismiss, in: &hierarchy))
    }

    /// Dismisses the popover after the delegate allowed it or had no say.
    private func dismissByUser(in hierarchy: inout Hierarchy) {
        guard let handler = hierarchy.nodes.presenter(ofPopover: id) else { return }
        if let cancel = hierarchy.nodes.alert(id)?.cancelAction { hierarchy.answerAlert(id, with: cancel) }
        hierarchy.emit(.popover(id, .willDismiss))
        hierarchy.endPresentation(by: handler, animated: true, byUser: true)
        hierarchy.finishAnswer(of: id)
    }

    @discardableResult
    private func ask(_ kind: PopoverQuestion.Kind, in hierarchy: inout Hierarchy) -> PopoverQuestion {
        let question = PopoverQuestion(token: hierarchy.makeToken(), viewController: id, kind: kind)
        hierarchy.nodes[id]?.popover?.question = question
        hierarchy.emit(.popover(id, .asks(question)))
        return question
    }

    // MARK: Steps

    /// Runs the steps of one update cycle.
    func update(in hierarchy: inout Hierarchy, _ frames: @escaping ViewFrames) {
        if let handler = hierarchy.nodes.presenter(ofPopover: id),
            PopoverSession.needsTimeout(id, presentedBy: handler, in: hierarchy.nodes)
        {
            hierarchy.nodes[handler]?.presentation?.isTimed = true
            hierarchy.emit(.presentationWaits(id))
        }
        while let (popover, actions) = PopoverSession.advance(id, in: hierarchy.nodes, frames) {
            hierarchy.nodes[id]?.popover = popover
            for action in actions { apply(action, in: &hierarchy) }
        }
    }

    private func apply(_ action: PopoverSession.Action, in hierarchy: inout Hierarchy) {
        guard let handler = hierarchy.nodes.presenter(ofPopover: id) else { return }
        switch action {
        case .emit(let event): hierarchy.emit(.popover(id, event))
        case .ask(let kind): ask(kind, in: &hierarchy)
        case .loadViews:
            for loaded in [id] + hierarchy.nodes.displayedContent(of: id) { hierarchy.loadView(loaded) }
        case .place(let anchor): place(at: anchor, in: &hierarchy)
        case .show(let anchor):
            hierarchy.returnPresentation(id)
            hierarchy.nodes[id]?.popover?.adaptiveStyle = .none
            hierarchy.nodes[handler]?.presentation?.covers = false
            place(at: anchor, in: &hierarchy)
            appear(over: handler, in: &hierarchy)
        case .replace(let replacement, let style):
            replace(by: replacement, in: &hierarchy)
            hierarchy.nodes[id]?.popover?.adaptiveStyle = style
            hierarchy.nodes[id]?.popover?.placement = nil
            hierarchy.nodes[handler]?.presentation?.covers = style.covers
            appear(over: handler, in: &hierarchy)
        case .fail: hierarchy.failPresentation(of: id, by: handler)
        }
    }

    private func replace(by replacement: ViewControllerID?, in hierarchy: inout Hierarchy) {
        let old = hierarchy.nodes[id]?.popover?.replacement
        guard replacement == nil || replacement != old else { return }
        let canReplace = replacement.map { hierarchy.nodes.canReplace(id, $0) } ?? false
        hierarchy.returnPresentation(id)
        guard let replacement, canReplace else { return }
        hierarchy.leaveWindow(replacement)
        hierarchy.transferPresentation(of: id, to: replacement)
    }

    private func place(at anchor: Rect, in hierarchy: inout Hierarchy) {
        guard var popover = hierarchy.nodes[id]?.popover, let handler = hierarchy.nodes.presenter(ofPopover: id),
            let window = hierarchy.nodes.window(around: handler)
        else { return }
        let isChanged = popover.place(at: anchor, in: window, wanting: hierarchy.geometry.wantedContentSize(of: id))
        hierarchy.nodes[id]?.popover = popover
        guard isChanged else { return }
        hierarchy.markTreeChanged(hierarchy.nodes.presentation(by: handler)?.presented ?? id)
        hierarchy.markChanged(id)
    }

    private func appear(over handler: ViewControllerID, in hierarchy: inout Hierarchy) {
        let isFirst = !hierarchy.nodes.isPopoverPresented(id)
        hierarchy.nodes[id]?.popover?.isPresented = true
        hierarchy.nodes[id]?.popover?.needsLayout = false
        hierarchy.markChanged(id)
        hierarchy.show(over: handler)
        if isFirst { hierarchy.emit(.presented(id)) }
    }
}
