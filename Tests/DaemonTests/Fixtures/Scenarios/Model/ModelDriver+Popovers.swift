/// Popovers on the model: the script replies to questions, and each action is followed by update cycles.
extension ModelDriver {
    func run(_ action: PopoverAction, of name: String) throws(ModelError) {
        let id = id(name)
        switch action {
        case .style(let style): try model.changeSettings(of: id) { $0.modalPresentationStyle = style }
        case .preferred(let width, let height):
            try model.changeSettings(of: id) { $0.preferredContentSize = Size(width: width, height: height) }
        case .modal(let isModal): try model.changeSettings(of: id) { $0.isModalInPresentation = isModal }
        case .set(let word): try set(word, of: id)
        case .present(let presenter, let words, let animated):
            var configuration = words.isEmpty ? nil : model.nodes.popoverConfiguration(of: id)
            for word in words { configuration.map { configuration = apply(word, to: $0) } }
            try model.present(id, from: self.id(presenter), animated: animated, popover: configuration)
            outcomes[name] = "waits"
        case .timeout: model.endWaitForAnchor(ofPopover: id)
        case .dismiss(let animated): try model.dismiss(from: id, animated: animated)
        case .escape: attempt(id)
        case .delegate(let script):
            scripts[name] = script
            try model.setPopoverDelegate(has: script?.methods ?? [], of: id)
        case .answer: if let question = model.nodes.openPopoverQuestion(of: id) { try answer(question) }
        }
    }

    func touch(_ x: Double, _ y: Double) throws(ModelError) {
        let hits: ViewHits = { [ids, views] id, point in
            let frames = ids.first { $0.value == id }.flatMap { views[$0.key]?.frames } ?? [:]
            return frames.filter { $1.contains(point) }.map(\.key)
        }
        switch HitTest(model.nodes, hits).result(atX: x, y: y, in: tabs) {
        case .nowhere: accepted = "none"
        case .content(let target): try act(on: target, "content")
        case .popover(_, let target): try act(on: target, "popover")
        case .passthrough(let target): try act(on: target, "passthrough")
        case .outside(let id): attempt(id)
        }
    }

    /// Performs a gesture of the user, unless a popover covers its target. A gesture without effect does not dismiss
    /// the popover.
    ///
    /// - Parameters:
    ///   - acts: Whether a result belongs to a gesture that had an effect.
    ///   - covered: The result of a covered gesture, or nil for an error.
    func gesture<Result>(
        on target: HitTestTarget, _ command: (inout Hierarchy) throws(ModelError) -> Result,
        acts: (Result) -> Bool = { _ in true }, covered: Result? = nil
    ) throws(ModelError) -> Result {
        var copy = model
        guard case .outside(let popover) = HitTest(model.nodes).permission(for: target),
            let result = try? command(&copy), acts(result)
        else { return try command(&model) }
        var isAnchor = false
        if case .barButtonItem(let item) = target { isAnchor = model.isAnchor(item) }
        attempt(popover)
        isGestureCovered = accepted == "waits"
        guard isAnchor || covered != nil else {
            throw .internalInconsistency("a popover covers the target, and was \(accepted)")
        }
        accepted = "false"
        return covered ?? result
    }

    private func act(on target: HitTestTarget, _ result: String) throws(ModelError) {
        // Whether the gesture had an effect, or nil for a target that only a front end can act on.
        let isHandled: Bool?
        switch target {
        case .tabBarItem(_, let position):
            try tap(position)
            isHandled = accepted == "true"
        case .barButtonItem(let address):
            let isEnabled: Void? = try? model.tapBarButtonItem(address.item, of: address.viewController)
            isHandled = isEnabled != nil
        case .back(let navigation): isHandled = try model.tapBack(in: navigation)
        case .view, .control, .bar, .toolbar: isHandled = nil
        }
        accepted = result == "content" ? isHandled.map { $0 ? "handled" : "refused" } ?? result : result
    }

    private func attempt(_ id: ViewControllerID) {
        switch model.attemptToDismiss(popover: id) {
        case .dismissed: accepted = "dismissed"
        case .refused: accepted = "refused"
        case .none: accepted = "none"
        case .pending: accepted = "waits"
        }
    }

    // MARK: Update cycles

    /// Runs turns until nothing is left to do, with the immediate replies of the delegates.
    func runUpdateCycles() throws(ModelError) {
        repeat {
            model.runUpdateCycle(frame)
            try replyAtOnce()
        } while model.hasUpdateCycleWork(frame)
        try replyAtOnce()
    }

    private func replyAtOnce() throws(ModelError) {
        collectEvents()
        for (name, script) in scripts.sorted(by: { $0.key < $1.key }) {
            guard let question = model.nodes.openPopoverQuestion(of: id(name)),
                !script.holds.contains(question.kind.callback)
            else { continue }
            try answer(question)
            collectEvents()
        }
    }

    private func answer(_ question: PopoverQuestion) throws(ModelError) {
        let name = name(question.viewController)
        guard let script = scripts[name] else { return }
        let answer: PopoverAnswer
        switch question.kind {
        case .prepareForPresentation:
            for word in script.prepare { try set(word, of: question.viewController) }
            answer = .none
        case .shouldDismiss: answer = .allowed(script.should)
        case .willReposition(let rect, let view):
            var configuration = PopoverConfiguration()
            (configuration.sourceRect, configuration.sourceView) = (rect, view)
            for word in script.place { configuration = apply(word, to: configuration) }
            answer = .place(configuration.sourceRect, configuration.sourceView ?? view)
        case .adaptiveStyle: answer = ModalPresentationStyle(rawValue: script.style).map { .style($0) } ?? .none
        case .adaptiveViewController:
            if script.replacement == "N" {
                ids["N"] = try model.createNavigationController(root: question.viewController, byPopoverDelegate: true)
            }
            answer = script.replacement.isEmpty ? .none : .viewController(id(script.replacement))
        }
        let isDismissed = model.answer(question, with: answer)
        guard question.kind == .shouldDismiss else { return }
        accepted = isGestureCovered ? "false" : isDismissed ? "dismissed" : "refused"
        isGestureCovered = false
    }

    /// The frames of the scenario's views.
    var frame: ViewFrames {
        { [model, views, ids] address, rect in
            if address.view == 1 {
                let frame = model.geometry.frame(of: address.viewController)
                return rect ?? Rect(x: 0, y: 0, width: frame.width, height: frame.height)
            }
            guard let name = ids.first(where: { $0.value == address.viewController })?.key,
                let frame = views[name]?.frames[address.view]
            else { return nil }
            return rect?.offset(by: Point(x: frame.x, y: frame.y)) ?? frame
        }
    }

    // MARK: Properties

    private func set(_ word: PopoverWord, of id: ViewControllerID) throws(ModelError) {
        try model.configurePopover(of: id) { $0 = apply(word, to: $0) }
    }

    private func apply(_ word: PopoverWord, to configuration: PopoverConfiguration) -> PopoverConfiguration {
        var configuration = configuration
        switch word {
        case .view(let name, let view): configuration.sourceView = ViewAddress(viewController: id(name), view: view)
        case .tabBar: configuration.sourceView = ViewAddress(viewController: tabs, view: 0)
        case .noView: configuration.sourceView = nil
        case .rect(let rect): configuration.sourceRect = rect
        case .item(let name, let item):
            configuration.barButtonItem = BarButtonItemAddress(viewController: id(name), item: item)
        case .permitted(let bits): configuration.permittedArrowDirections = PopoverArrowDirection(rawValue: bits)
        case .margins(let margins): configuration.layoutMargins = margins
        case .color(let colour): configuration.backgroundColor = colour
        case .passthrough(let name, let view):
            configuration.passthroughViews = [ViewAddress(viewController: id(name), view: view)]
        case .overlap(let canOverlap): configuration.canOverlapSourceViewRect = canOverlap
        case .underArrow(let isUnder): configuration.contentExtendsUnderArrow = isUnder
        }
        return configuration
    }

    // MARK: Observations

    func observe(_ observation: PopoverObservation, of name: String) -> String {
        let id = id(name)
        switch observation {
        case .place:
            let direction = model.nodes.popoverArrowDirection(of: id)
            guard direction != .unknown, let placement = model.nodes.popoverPlacement(of: id) else { return "unknown" }
            return PopoverText.place(
                direction.rawValue, text(placement.frame), text(placement.contentFrame), placement.arrowOffset)
        case .isPresented: return "\(model.nodes.isPopoverPresented(id))"
        case .adaptiveStyle: return model.nodes.adaptivePresentationStyle(of: id).rawValue
        case .exists: return "\(model.nodes.hasPopover(id))"
        case .anchor:
            guard let configuration = model.nodes.popoverConfiguration(of: id) else { return "nil" }
            if let item = configuration.barButtonItem { return "\(self.name(item.viewController)).item \(item.item)" }
            let rect = configuration.sourceRect.map(text) ?? "null"
            return configuration.sourceView.map { "\(self.name($0.viewController)).\($0.view) \(rect)" } ?? "nil"
        case .outcome: return outcomes[name] ?? ""
        case .delegateCalls:
            defer { delegateCalls[name] = nil }
            return (delegateCalls[name] ?? []).joined(separator: " ")
        case .presenting: return self.name(model.nodes.presentingViewController(of: id))
        }
    }

    /// Records the effect of an event on waiting callers and on the delegate.
    func note(_ event: Event) {
        switch event {
        case .presented(let id): outcomes[name(id)] = "presented"
        case .presentationFailed(let id, let error): outcomes[name(id)] = refusal(error).rawValue
        case .didDismiss(let id):
            if outcomes[name(id)] == "waits" { outcomes[name(id)] = Refusal.internalInconsistency.rawValue }
            if !model.nodes.isPopoverPresented(id) { scripts[name(id)] = nil }
        case .popover(let id, let event):
            guard let callback = event.notification, scripts[name(id)]?.methods.contains(callback) == true else {
                return
            }
            delegateCalls[name(id), default: []].append(callback.rawValue)
        default: return
        }
    }
}

extension PopoverEvent {
    /// The delegate method that the event notifies, without a question.
    fileprivate var notification: PopoverCallback? {
        switch self {
        case .willDismiss: .willDismiss
        case .didDismiss: .didDismiss
        case .didAttemptToDismiss: .didAttemptToDismiss
        case .willPresentWithAdaptiveStyle: .willPresentWithAdaptiveStyle
        default: nil
        }
    }
}

/// The notation of popovers in scenarios.
enum PopoverText {
    static func place(_ direction: UInt64, _ frame: String, _ content: String, _ offset: Double) -> String {
        let names: [UInt64: String] = [0: "none", 1: "up", 2: "down", 4: "left", 8: "right"]
        return "\(names[direction] ?? "\(direction)") \(frame) | \(content) | \(offset)"
    }
}

extension Rect {
    fileprivate func contains(_ point: Point) -> Bool {
        point.x >= x && point.y >= y && point.x < maxX && point.y < maxY
    }
}
