import TestSupport

/// A tap or a selection about which a delegate is asked, in parallel to other operations. The delegate replies, dies or
/// is cleared, and drives its animations.
extension StressRound {
    /// Runs one question. Returns the first failure, or nil.
    func question() async throws -> String? {
        let tabBars = oracle.model.nodes.allIDs.filter { oracle.model.nodes.kind(of: $0) == .tabBarController }
        guard let tabs = tabBars.randomElement(using: &numbers) else { return nil }
        let methods = StressDelegate.Method.allCases.filter { _ in Int.random(in: 0..<3, using: &numbers) > 0 }
        let delegate = try await StressDelegate(of: tabs, methods, onTimeout: Bool.random(using: &numbers))
        let fault = try await ask(delegate, about: tabs)
        try await leave(delegate)
        return fault
    }

    private func ask(_ delegate: StressDelegate, about tabs: ViewControllerID) async throws -> String? {
        let client = clients.randomElement(using: &numbers) ?? observer
        let isTap = Int.random(in: 0..<3, using: &numbers) > 0
        let position = Int.random(in: 0...4, using: &numbers)
        let operation: StressOperation = isTap ? .tap(position, in: tabs) : .selectIndex(position, in: tabs)
        history.append("\(operation), asked \(delegate.methods.sorted()), else \(delegate.onTimeout)")
        count += 1
        var step = begin(operation, position, tabs, delegate)
        let reply = Task.immediate { @EventLoop in await client.perform(operation) }
        while case .asks(let question) = step {
            let open = try await delegate.question()
            if let fault = try await meanwhile({ !$0.isGesture }) { return fault }
            guard oracle.model.nodes.contains(tabs) else { return await expect(reply, "UnknownObject", operation) }
            step = try await end(question, open, delegate, isTap: isTap)
        }
        guard case .over(let outcome) = step else { return nil }
        if let fault = await expect(reply, outcome, operation) { return fault }
        return try await drive(delegate, tabs)
    }

    private enum Step {
        case over(String)
        case asks(TabModel.Question)
    }

    private func begin(
        _ operation: StressOperation, _ position: Int, _ tabs: ViewControllerID, _ delegate: StressDelegate
    ) -> Step {
        do throws(ModelError) {
            return try oracle.change { (model) throws(ModelError) in
                if case .tap = operation {
                    return step(
                        after: try model.tapItem(
                            position, of: tabs, asking: delegate.asks(.shouldSelect),
                            askingForAnimation: delegate.asks(.animation)), isTap: true)
                }
                let question = try model.selectIndex(position, in: tabs, askingForAnimation: delegate.asks(.animation))
                return question.map { .asks($0) } ?? .over("ok")
            }
        } catch {
            return .over(StressOracle.name(of: error))
        }
    }

    private nonisolated func step(after tap: Tap, isTap: Bool) -> Step {
        switch tap {
        case .finished(let isAccepted): .over(isTap ? "\(isAccepted)" : "ok")
        case .pending(let question): .asks(question)
        }
    }

    /// Ends the question: the delegate replies, or no longer exists.
    private func end(
        _ question: TabModel.Question, _ open: PendingReply, _ delegate: StressDelegate, isTap: Bool
    ) async throws -> Step {
        let isTrue = Bool.random(using: &numbers)
        var isGone = true
        switch Int.random(in: 0..<6, using: &numbers) {
        case 0: try await leave(delegate)
        case 1:
            history.append("the delegate is cleared")
            try await observer.tabBarController(question.tabBarController.path).clearDelegate()
            delegate.isCleared = true
        default: isGone = false
        }
        let tap: Tap
        switch question.kind {
        case .shouldSelect, .shouldClose:
            let isAllowed = isGone ? delegate.onTimeout : isTrue
            let asksForAnimation = !isGone && delegate.asks(.animation)
            tap = try oracle.change { (model) throws(ModelError) in
                try model.answer(question, allowed: isAllowed, askingForAnimation: asksForAnimation)
            }
            if !isGone { open.succeed { (writer) throws(DBusError) in try writer.write(isTrue) } }
        case .animation:
            let animation = Animation(duration: 0, curve: .linear, isInteractive: Bool.random(using: &numbers))
            let given = isTrue && !isGone ? animation : nil
            if !isGone { open.succeed { (writer) throws(DBusError) in try given.options.write(to: writer) } }
            do throws(ModelError) {
                tap = try oracle.change { (model) throws(ModelError) in try model.answer(question, animation: given) }
            } catch {
                // The controller to select has left the tabs.
                history.append("\(question.kind): \(StressOracle.name(of: error))")
                return .over(StressOracle.name(of: error))
            }
        }
        history.append("\(question.kind): \(isGone ? "gone" : "\(isTrue)"), \(tap)")
        return step(after: tap, isTap: isTap)
    }

    /// Runs other operations during an interactive change, which may end it. Otherwise the delegate ends it.
    private func drive(_ delegate: StressDelegate, _ tabs: ViewControllerID) async throws -> String? {
        guard oracle.model.nodes.transition(in: tabs) != nil else { return nil }
        if let fault = try await meanwhile({ !$0.isGesture && !$0.isSelection }) { return fault }
        guard oracle.model.nodes.contains(tabs), !delegate.isGone else { return nil }
        let isFinished = Bool.random(using: &numbers)
        let expected: String
        do throws(ModelError) {
            try oracle.change { (model) throws(ModelError) in
                try model.updateInteractiveTransition(0.5, in: tabs)
                if isFinished {
                    try model.finishInteractiveTransition(in: tabs)
                } else {
                    try model.cancelInteractiveTransition(in: tabs)
                }
            }
            expected = "ok"
        } catch {
            expected = StressOracle.name(of: error)
        }
        history.append("transition \(isFinished ? "finished" : "cancelled"): \(expected)")
        let found = await delegate.endTransition(isFinished: isFinished)
        return found == expected ? nil : "ending the transition gave \(found), expected \(expected)"
    }

    private func meanwhile(_ isAllowed: (StressOperation) -> Bool) async throws -> String? {
        for _ in 0..<Int.random(in: 0...3, using: &numbers) {
            let operation = StressOperation.random(in: oracle.model, &numbers)
            guard isAllowed(operation), let client = clients.randomElement(using: &numbers) else { continue }
            let expected = oracle.perform(operation, by: client.connection.uniqueName)
            history.append("meanwhile \(client.connection.uniqueName) \(operation): \(expected)")
            count += 1
            let found = await client.perform(operation)
            guard expected == StressOracle.anything || found == expected else {
                return "\(operation) gave \(found), expected \(expected)"
            }
        }
        return nil
    }

    private func expect(
        _ reply: Task<String, Never>, _ expected: String, _ operation: StressOperation
    ) async -> String? {
        let found = await reply.value
        return found == expected ? nil : "\(operation) gave \(found), expected \(expected)"
    }

    /// Ends the delegate, whose interactive change is finished by the daemon.
    private func leave(_ delegate: StressDelegate) async throws {
        guard !delegate.isGone else { return }
        let name = delegate.client.connection.uniqueName
        history.append("the delegate dies")
        delegate.isGone = true
        delegate.client.connection.close()
        try await observer.left(name)
        oracle.leave(name)
        guard !delegate.isCleared, oracle.model.nodes.contains(delegate.tabs) else { return }
        try? oracle.change { (model) throws(ModelError) in try model.finishInteractiveTransition(in: delegate.tabs) }
    }
}

extension Animation? {
    /// The reply of a delegate.
    fileprivate var options: [String: Variant] {
        guard let self else { return [:] }
        return [
            "Duration": .double(self.duration), "Curve": .string(self.curve.rawValue),
            "Interactive": .bool(self.isInteractive),
        ]
    }
}
