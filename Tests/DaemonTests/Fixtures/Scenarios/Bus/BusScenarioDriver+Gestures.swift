import TestSupport

/// The delegate, gestures, and the focus.
extension BusScenarioDriver {
    func setDelegate(_ should: Question?, _ did: [Action], _ animator: Animator?) async throws {
        (self.should, self.did, self.animator) = (should, did, animator)
        client.handlers[delegate] = { [weak self] call, arguments, reply in
            self?.answer(call.member, arguments, reply)
        }
        var methods: [Variant] = [.string("DidSelectViewController")]
        if should != nil { methods.append(.string("ShouldSelectViewController")) }
        if animator != nil { methods.append(.string("AnimationControllerForTransition")) }
        try await client.setDelegate(
            delegate, of: tabs, ["Methods": .array(of: "s", methods), "Timeout": .uint32(10_000)])
    }

    private func answer(_ member: String, _ arguments: [Variant], _ reply: PendingReply) {
        switch member {
        case "DidSelectViewController":
            let actions = did
            reaction = Task { @EventLoop in for action in actions { try await run(action) } }
        case "ShouldSelectViewController":
            answer(reply) { [self] in
                for action in should?.actions ?? [] { try await run(action) }
                return .bool(should?.allows(name(arguments[1].get() ?? .none)) ?? true)
            }
        case "AnimationControllerForTransition":
            collectEvents()
            let (from, to) = (name(arguments[1].get() ?? .none), name(arguments[2].get() ?? .none))
            words.append("animator(\(from),\(to))")
            answer(reply) { [self] in animator?.answer ?? [String: Variant]().variant }
        default: reply.fail(.unknownMethod("\(member) is not expected"))
        }
    }

    /// Replies to a question when the decision is known.
    private func answer(_ reply: PendingReply, _ decide: @escaping @EventLoop () async throws -> Variant) {
        Task { @EventLoop in
            do {
                selectionInQuestion = try await selection()
                let answer = try await decide()
                reply.succeed { (writer) throws(DBusError) in try answer.writeContent(to: writer) }
            } catch {
                reply.fail(.notSupported("\(error)"))
            }
        }
    }

    func tap(_ position: Int) async throws {
        accepted = "\(try await client.tap(UInt32(position), in: tabs))"
        let reaction = reaction
        self.reaction = nil
        try await reaction?.value
    }

    // MARK: The focus

    func run(_ action: RemoteAction) async throws {
        switch action {
        case .enable(let isEnabled): try await client.focus(tabs).set(\.enabled, to: isEnabled)
        case .rotate(let steps):
            tapsBeforePress = taps
            accepted = "\(try await client.focus(tabs).rotate(steps))"
        case .press(let button):
            // These buttons select nothing. The effect of the previous press may be complete already (S-79).
            if button != .up, button != .menu { tapsBeforePress = taps }
            accepted = "\(try await client.focus(tabs).press(button.rawValue))"
        case .swipe(let direction):
            tapsBeforePress = taps
            accepted = "\(try await client.focus(tabs).swipe(direction.rawValue))"
        case .delay:
            collectEvents()
            guard taps == tapsBeforePress else { return }
            let tabs = tabs
            try await client.waitForSignal("the selection of the focused item") { signal in
                let members = ["DidSelectViewController", "DidRefuseViewController"]
                return signal.path == tabs && members.contains(signal.member)
            }
        }
    }

    func setViews(of name: String, _ frames: [UInt32: Rect], _ preferred: UInt32) async throws(DBusError) {
        let path = try await path(name)
        try await client.viewController(path).loadViewIfNeeded()
        let entries = frames.sorted { $0.key < $1.key }.map { id, frame in
            ViewEntry.view(
                id, at: DBusRect(frame.x, frame.y, frame.width, frame.height), with: ["Focusable": .bool(true)])
        }
        let gone = (views[name] ?? []).filter { frames[$0] == nil }
        try await client.updateView(of: path, entries, removing: gone)
        views[name] = Array(frames.keys)
        try await client.viewController(path).set(\.preferredFocusedView, to: preferred)
    }
}

extension Animator {
    /// The reply of a delegate on the bus.
    fileprivate var answer: Variant {
        guard let animation else { return [String: Variant]().variant }
        let values: [String: Variant] = [
            "Duration": .double(animation.duration), "Interactive": .bool(animation.isInteractive),
        ]
        return values.variant
    }
}
