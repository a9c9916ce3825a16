/// Questions to the delegate, and the focus.
extension ModelDriver {
    func tap(_ position: Int) throws(ModelError) {
        collectEvents()
        let count = words.count
        let (tabs, isAsking, isAnimated) = (tabs, should != nil, animator != nil)
        try finish(
            gesture(
                on: .tabBarItem(tabs, position: position),
                { (model) throws(ModelError) in
                    try model.tapItem(position, of: tabs, asking: isAsking, askingForAnimation: isAnimated)
                }, acts: { $0 != .finished(accepted: false) }, covered: .finished(accepted: false)))
        collectEvents()
        guard words.dropFirst(count).contains(where: { $0.hasPrefix("did(") }) else { return }
        for action in did { try run(action) }
    }

    func select(_ target: ViewControllerID?) throws(ModelError) {
        try finish(model.select(target, in: tabs, askingForAnimation: animator != nil))
    }

    /// Replies to the question about a selection by the program.
    func finish(_ question: TabModel.Question?) throws(ModelError) {
        guard let question else { return }
        _ = try answer(question)
    }

    private func finish(_ tap: Tap) throws(ModelError) {
        switch tap {
        case .finished(let isAccepted): accepted = "\(isAccepted)"
        case .pending(let question): try finish(answer(question))
        }
    }

    private func answer(_ question: TabModel.Question) throws(ModelError) -> Tap {
        collectEvents()
        selectionInQuestion = selection
        switch question.kind {
        case .shouldSelect, .shouldClose:
            for action in should?.actions ?? [] { try run(action) }
            let isAllowed = should?.allows(name(question.viewController)) ?? true
            return try model.answer(question, allowed: isAllowed, askingForAnimation: animator != nil)
        case .animation(let from):
            words.append("animator(\(name(from)),\(name(question.viewController)))")
            return try model.answer(question, animation: animator?.animation)
        }
    }

    // MARK: The focus

    func run(_ action: RemoteAction) throws(ModelError) {
        switch action {
        case .enable(let isEnabled): try model.setFocusEnabled(isEnabled, of: tabs)
        case .press(let button), .swipe(let button):
            try move { (model, tabs, content) throws(ModelError) in
                try model.press(button, in: tabs, content: content)
            }
        case .rotate(let steps):
            var left = Int(steps)
            try move { (model, tabs, content) throws(ModelError) in
                try model.rotate(by: &left, in: tabs, content: content)
            }
        case .delay:
            guard let pendingSelection,
                let position = model.endPendingSelection(pendingSelection, in: tabs)
            else {
                throw .internalInconsistency("no item waits to be selected")
            }
            try tap(position)
        }
    }

    private func move(
        _ command: (inout Hierarchy, ViewControllerID, FocusContent) throws(ModelError) -> Press
    ) throws(ModelError) {
        switch try command(&model, tabs, content(of: tabs)) {
        case .finished(let isHandled): accepted = "\(isHandled)"
        case .activates: accepted = "true"
        case .taps(let position): try tap(position)
        case .selectsFirst(let position):
            try tap(position)
            try move(command)
        }
    }

    func reviseFocus() {
        for id in model.drainStaleFocus().union(model.movingFocus) {
            model.reviseFocus(of: id, content: content(of: id))
        }
    }

    /// The focusable content of the displayed controllers.
    private func content(of tabs: ViewControllerID) -> FocusContent {
        var focusable: [FocusableView] = []
        var preferred: ViewAddress?
        for controller in model.nodes.focusChain(of: tabs) {
            let origin = model.geometry.windowOrigin(of: controller)
            guard let own = views[name(controller)] else { continue }
            for (view, frame) in own.frames.sorted(by: { $0.key < $1.key }) {
                let place = Rect(x: origin.x + frame.x, y: origin.y + frame.y, width: frame.width, height: frame.height)
                focusable.append(FocusableView(id: ViewAddress(viewController: controller, view: view), frame: place))
            }
            if own.preferred > 0 { preferred = ViewAddress(viewController: controller, view: own.preferred) }
        }
        return FocusContent(views: focusable, preferred: preferred)
    }
}
