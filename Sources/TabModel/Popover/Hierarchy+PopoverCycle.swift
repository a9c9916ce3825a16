/// Popovers in update cycles: their beginning, adaptation and layout (`P6`, `P60` to `P64`, `P73` to `P81`).
extension Hierarchy {
    /// How long a popover waits for an anchor, in milliseconds.
    package static let anchorTimeout: UInt64 = 50

    /// Ends the wait for an anchor. The presentation begins in the next update cycle, with or without one (`P14`).
    package mutating func endWaitForAnchor(of id: ViewControllerID) {
        guard let handler = presenter(ofPopover: id), nodes[handler]?.presentation?.isPending == true else { return }
        nodes[handler]?.presentation?.isDue = true
    }

    /// Returns whether a popover with an anchor waits until a client reads it.
    package func awaitsReader(_ id: ViewControllerID) -> Bool {
        guard let popover = nodes[id]?.popover, popover.configuration.hasAnchor, popover.classes.isEmpty,
            let handler = presenter(ofPopover: id), let presentation = nodes[handler]?.presentation
        else { return false }
        return presentation.awaitsReader && !presentation.isDue
    }

    /// Ends the wait of a popover that a client reads: the next update cycle lays it out. Without an anchor it still
    /// waits.
    package mutating func popoverIsRead(_ id: ViewControllerID) {
        guard awaitsReader(id), let handler = presenter(ofPopover: id) else { return }
        nodes[handler]?.presentation?.awaitsReader = false
    }

    /// Returns whether the next update cycle has work for a popover.
    func isReady(_ id: ViewControllerID, _ frames: ViewFrames) -> Bool {
        nodes[id]?.popover?.question == nil && nextStep(of: id, frames) != nil
    }

    mutating func revise(_ id: ViewControllerID, _ frames: ViewFrames) {
        waitForAnchor(of: id)
        while let popover = nodes[id]?.popover, popover.question == nil, let step = nextStep(of: id, frames) {
            nodes[id]?.popover?.step = nil
            switch step {
            case .adapt: adapt(id)
            case .present(let style): presentPopover(of: id, as: style, frames)
            case .replace(let replacement, let style): replacePopover(of: id, by: replacement, as: style)
            case .show: showPopover(of: id, frames)
            case .layOut(let asking): layOutPopover(of: id, asking: asking, frames)
            }
        }
    }

    /// Returns the next step of a popover: the pending one, else the step that changed surroundings require; nil for
    /// none.
    private func nextStep(of id: ViewControllerID, _ frames: ViewFrames) -> Popover.Step? {
        guard let popover = nodes[id]?.popover, let handler = presenter(ofPopover: id),
            let presentation = nodes[handler]?.presentation, let window = nodes[root(of: handler)]?.window
        else { return nil }
        if let step = popover.step { return step }
        guard popover.isPresented else {
            let mayBegin = presentation.isDue || popover.configuration.hasAnchor && !presentation.awaitsReader
            return popover.classes.isEmpty && mayBegin ? .adapt : nil
        }
        let classes = [window.horizontalSizeClass, window.verticalSizeClass]
        if popover.classes != classes { return .adapt }
        guard popover.adaptiveStyle == .none else {
            // It is still adapted in a regular size class, because it lacked an anchor. It is shown as soon as it has
            // one.
            let isRoomy = !classes.contains(.compact)
            return isRoomy && hasAnchor(id, frames) ? .present(as: .none) : nil
        }
        if popover.containerSize != window.size { return .layOut(asking: true) }
        let surroundings = PopoverSurroundings(window, margins: popover.configuration.layoutMargins)
        if popover.needsLayout || popover.surroundings != surroundings
            || popover.wantedContentSize != wantedContentSize(of: id)
        {
            return .layOut(asking: false)
        }
        guard popover.configuration.followsItsAnchor, let anchor = popoverAnchor(of: id, frames) else { return nil }
        return anchor != popover.anchor ? .layOut(asking: false) : nil
    }

    /// Requests the end of the wait once, for a popover that can't begin yet.
    private mutating func waitForAnchor(of id: ViewControllerID) {
        guard let popover = nodes[id]?.popover, popover.classes.isEmpty, let handler = presenter(ofPopover: id),
            let presentation = nodes[handler]?.presentation, !presentation.isTimed,
            !popover.configuration.hasAnchor || presentation.awaitsReader
        else { return }
        nodes[handler]?.presentation?.isTimed = true
        emit(.presentationWaits(id))
    }

    // MARK: Steps

    /// Determines the style of the presentation. In regular size classes the delegate is asked at the beginning, but
    /// the popover stays a popover (`A13`).
    private mutating func adapt(_ id: ViewControllerID) {
        guard let popover = nodes[id]?.popover, let handler = presenter(ofPopover: id),
            let window = nodes[root(of: handler)]?.window
        else { return }
        let (horizontal, vertical) = (window.horizontalSizeClass, window.verticalSizeClass)
        nodes[id]?.popover?.classes = [horizontal, vertical]
        let isCompact = horizontal == .compact || vertical == .compact
        guard popover.has(.adaptiveStyle), nodes[id]?.alert == nil, isCompact || !popover.isPresented else {
            nodes[id]?.popover?.step = .present(as: isCompact ? .formSheet : .none)
            return
        }
        openQuestion(.adaptiveStyle(horizontal: horizontal, vertical: vertical), about: id)
    }

    private mutating func presentPopover(
        of id: ViewControllerID, as style: ModalPresentationStyle, _ frames: ViewFrames
    ) {
        guard let popover = nodes[id]?.popover else { return }
        if style != .none {
            guard popover.adaptiveStyle != style || !popover.isPresented else { return }
            guard popover.has(.adaptiveViewController), popover.replacement == nil, nodes[id]?.presentation == nil,
                nodes[id]?.alert == nil
            else {
                nodes[id]?.popover?.step = .replace(by: popover.replacement, as: style)
                return
            }
            openQuestion(.adaptiveViewController(style), about: id)
        } else if !popover.isPresented {
            preparePopover(of: id)
        } else if popover.adaptiveStyle != .none {
            // Without an anchor the style stays.
            guard hasAnchor(id, frames) else { return }
            emit(.popover(id, .willPresentWithAdaptiveStyle(.none)))
            if popover.isPrepared { nodes[id]?.popover?.step = .show } else { preparePopover(of: id) }
        } else {
            emit(.popover(id, .willPresentWithAdaptiveStyle(.none)))
            let hasOtherSize = popover.containerSize != containerSize(ofPopover: id)
            nodes[id]?.popover?.step = .layOut(asking: hasOtherSize)
        }
    }

    /// Returns whether the popover has an anchor, or had one when it was shown (`P80`).
    private func hasAnchor(_ id: ViewControllerID, _ frames: ViewFrames) -> Bool {
        nodes[id]?.popover?.anchor != nil || popoverAnchor(of: id, frames) != nil
    }

    /// Lets the delegate configure the popover, before anything is on the screen (`P60`).
    private mutating func preparePopover(of id: ViewControllerID) {
        nodes[id]?.popover?.isPrepared = true
        for loaded in [id] + displayedContent(of: id) { loadView(loaded) }
        nodes[id]?.popover?.step = .show
        emit(.popover(id, .prepareForPresentation))
        if nodes[id]?.popover?.has(.prepareForPresentation) == true { openQuestion(.prepareForPresentation, about: id) }
    }

    /// Shows the controller as a popover, at first or after an adaptation.
    private mutating func showPopover(of id: ViewControllerID, _ frames: ViewFrames) {
        guard let popover = nodes[id]?.popover, let handler = presenter(ofPopover: id) else { return }
        guard let anchor = popoverAnchor(of: id, frames) ?? popover.anchor else {
            if !popover.isPresented { failPresentation(of: id, by: handler) }
            return
        }
        returnPresentation(id)
        nodes[id]?.popover?.adaptiveStyle = .none
        nodes[handler]?.presentation?.covers = false
        place(id, at: anchor)
        appear(id, over: handler)
    }

    /// Changes to a sheet or full screen, possibly with another controller (`P63`, `P74`).
    private mutating func replacePopover(
        of id: ViewControllerID, by replacement: ViewControllerID?, as style: ModalPresentationStyle
    ) {
        guard let handler = presenter(ofPopover: id) else { return }
        emit(.popover(id, .willPresentWithAdaptiveStyle(style)))
        if let replacement, replacement != nodes[id]?.popover?.replacement, canReplace(id, replacement) {
            returnPresentation(id)
            leaveWindow(replacement)
            transferPresentation(of: id, to: replacement)
        } else if replacement == nil || replacement != nodes[id]?.popover?.replacement {
            returnPresentation(id)
        }
        nodes[id]?.popover?.adaptiveStyle = style
        nodes[id]?.popover?.placement = nil
        nodes[handler]?.presentation?.covers = style.covers
        appear(id, over: handler)
    }

    private mutating func appear(_ id: ViewControllerID, over handler: ViewControllerID) {
        let isFirst = nodes[id]?.popover?.isPresented == false
        nodes[id]?.popover?.isPresented = true
        nodes[id]?.popover?.needsLayout = false
        markChanged(id)
        show(over: handler)
        if isFirst { emit(.presented(id)) }
    }

    private mutating func layOutPopover(of id: ViewControllerID, asking: Bool, _ frames: ViewFrames) {
        guard let popover = nodes[id]?.popover else { return }
        let configuration = popover.configuration
        let size = containerSize(ofPopover: id)
        nodes[id]?.popover?.containerSize = size
        if asking, configuration.barButtonItem == nil, let view = configuration.sourceView {
            nodes[id]?.popover?.step = .layOut(asking: false)
            emit(.popover(id, .willReposition(configuration.sourceRect, view)))
            if popover.has(.willReposition) { openQuestion(.willReposition(configuration.sourceRect, view), about: id) }
            return
        }
        nodes[id]?.popover?.needsLayout = false
        guard let anchor = popoverAnchor(of: id, frames) ?? popover.anchor else { return }
        place(id, at: anchor)
    }

    /// Ends a presentation without an anchor (`P14`, `P16`, `P17`). The configuration stays.
    private mutating func failPresentation(of id: ViewControllerID, by handler: ViewControllerID) {
        let error = ModelError.missingAnchor(missingAnchor(of: id))
        returnPresentation(id)
        noteParent(of: id)
        rest.popovers.remove(id)
        if let old = nodes[id]?.popover {
            var kept = Popover(number: old.number)
            kept.configuration = old.configuration
            kept.delegateMethods = old.delegateMethods
            nodes[id]?.popover = kept
        }
        nodes[handler]?.presentation = nil
        nodes[id]?.presenter = nil
        markTreeChanged(handler)
        markTreeChanged(id)
        reconcilePopover(of: id)
        emit(.presentationFailed(id, error))
        discardAlert(id)
    }

    // MARK: Questions

    private mutating func openQuestion(_ kind: PopoverQuestion.Kind, about id: ViewControllerID) {
        let question = PopoverQuestion(token: makeToken(), viewController: id, kind: kind)
        nodes[id]?.popover?.question = question
        emit(.popover(id, .asks(question)))
    }

    /// Asks whether the user may dismiss a popover.
    mutating func askToDismiss(_ id: ViewControllerID) -> PopoverQuestion? {
        openQuestion(.shouldDismiss, about: id)
        return nodes[id]?.popover?.question
    }

    /// Handles the delegate's answer. A late or invalid answer changes nothing.
    /// - Returns: For a question about a dismissal, whether it was dismissed.
    @discardableResult
    package mutating func answer(_ question: PopoverQuestion, _ answer: PopoverAnswer) -> Bool {
        let id = question.viewController
        guard let popover = nodes[id]?.popover, popover.question == question else { return false }
        nodes[id]?.popover?.question = nil
        switch (question.kind, answer) {
        case (.shouldDismiss, .allowed(false)):
            emit(.popover(id, .didAttemptToDismiss))
            return false
        case (.shouldDismiss, _):
            dismissByUser(id)
            return true
        case (.adaptiveStyle, _):
            let isCompact = popover.classes.contains(.compact)
            var style = ModalPresentationStyle.formSheet
            if case .style(let answered) = answer, let adaptation = answered.adaptation { style = adaptation }
            nodes[id]?.popover?.step = .present(as: isCompact ? style : .none)
        case (.adaptiveViewController(let style), .viewController(let replacement)):
            nodes[id]?.popover?.step = .replace(by: replacement, as: style)
        case (.adaptiveViewController(let style), _):
            nodes[id]?.popover?.step = .replace(by: nil, as: style)
        case (.willReposition(let askedRect, let askedView), .place(let rect, let view)):
            // A value that the answer repeats is not written: another client may have changed it meanwhile.
            if rect != askedRect { nodes[id]?.popover?.configuration.sourceRect = rect }
            if view != askedView { nodes[id]?.popover?.configuration.sourceView = view }
            markChanged(id)
        default: break
        }
        return false
    }
}
