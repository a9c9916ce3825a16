import TestSupport

/// Popovers over the bus, with an object of the same client as delegate.
extension BusScenarioDriver {
    private typealias Contract = PopoverPresentationControllerInterface

    func run(_ action: PopoverAction, of name: String) async throws {
        let path = try await path(name)
        switch action {
        case .style(let style): try await client.viewController(path).set(\.modalPresentationStyle, to: style.rawValue)
        case .preferred(let width, let height):
            try await client.viewController(path).set(
                \.preferredContentSize, to: DBusSize(width: width, height: height))
        case .modal(let isModal): try await client.viewController(path).set(\.modalInPresentation, to: isModal)
        case .set(let word): try await set(word, of: path)
        case .present(let presenter, let words, let animated):
            var popover: [String: Variant] = [:]
            for word in words {
                let (name, value) = try await property(word)
                popover[name] = value
            }
            var options: [String: Variant] = ["Animated": .bool(animated)]
            if !popover.isEmpty { options["Popover"] = popover.variant }
            try await present(name, path, from: try await self.path(presenter), Options(options))
        case .timeout:
            await presentations[name]?.value
            if let refusal = outcomes[name].flatMap(Refusal.init) { throw refusal }
        case .dismiss(let animated): try await client.viewController(path).dismiss(["Animated": .bool(animated)])
        case .escape:
            try await touch { [client] () throws(DBusError) in
                try await client.popover(path).performEscape()
            }
        case .delegate(let script): try await setDelegate(script, of: name, path)
        case .answer:
            let held = held
            self.held = nil
            held?()
        }
    }

    private func present(
        _ name: String, _ path: ObjectPath, from presenter: ObjectPath, _ options: Options
    ) async throws(DBusError) {
        var refusal: DBusError?
        let previous = outcomes[name]
        outcomes[name] = "waits"
        presentations[name] = Task.immediate { @EventLoop in
            do throws(DBusError) {
                try await client.viewController(presenter).present(path, options)
                outcomes[name] = "presented"
            } catch {
                refusal = error
                outcomes[name] = self.refusal(error).rawValue
            }
        }
        // An immediate error arrives by the end of the next turn. A commit to the store may delay the reply, but not
        // the replies after it.
        try await waitUntilIdle()
        for _ in 1...100 where refusal == nil && outcomes[name] == "waits" {
            let presenting = try await client.viewController(path).presentingViewController
            guard presenting.isNone else { break }
        }
        guard let refusal else { return }
        if refusal.tabError != .missingAnchor { outcomes[name] = previous }
        throw refusal
    }

    /// Reads a popover whose presentation waits: this makes it appear once it has an anchor.
    func readPopover(of name: String) async throws(DBusError) {
        guard outcomes[name] == "waits" else { return }
        let path = try await path(name)
        // Its style may have changed meanwhile. Then no popover can be read.
        _ = try? await client.popover(path).presented
        try await waitUntilIdle()
    }

    /// Makes a gesture for which a delegate may have to be asked.
    func touch(_ gesture: @escaping @EventLoop () async throws(DBusError) -> String) async throws {
        accepted = "waits"
        var refusal: DBusError?
        gestures.append(
            Task.immediate { @EventLoop in
                do throws(DBusError) {
                    accepted = try await gesture()
                } catch {
                    refusal = error
                }
            })
        try await waitUntilIdle()
        if let refusal { throw refusal }
    }

    /// Waits until the daemon has no open question and all replies have arrived.
    func waitUntilIdle() async throws(DBusError) {
        var quiet = 0
        while quiet < 2 {
            let count = questions + pluginNotes.count
            try await barrier()
            if isInPlugin { collectEvents() }
            let isQuiet = count == questions + pluginNotes.count && answering == 0 && !stage.isOwnerBusy
            quiet = isQuiet ? quiet + 1 : 0
        }
    }

    // MARK: The delegate

    private func setDelegate(_ script: PopoverScript?, of name: String, _ path: ObjectPath) async throws(DBusError) {
        scripts[name] = script
        guard let script else {
            return try await client.popover(path).clearDelegate()
        }
        let object = client.newObject()
        client.handlers[object] = { [weak self] call, arguments, reply in
            self?.receive(call.member, of: name, arguments, reply)
        }
        try await client.popover(path).setDelegate(
            object, ["Methods": script.methods.map(\.rawValue).variant, "Timeout": .uint32(10_000)])
    }

    private func receive(_ member: String, of name: String, _ arguments: [Variant], _ reply: PendingReply) {
        guard let callback = PopoverCallback(rawValue: member), let script = scripts[name] else { return }
        switch callback {
        case .willDismiss, .didDismiss, .didAttemptToDismiss, .willPresentWithAdaptiveStyle:
            delegateCalls[name, default: []].append(member)
            reply.succeed { (_) throws(DBusError) in }
        case .prepareForPresentation, .shouldDismiss, .willReposition, .adaptiveStyle, .adaptiveViewController:
            collectEvents()
            questions += 1
            words.append("\(name).asks(\(member))")
            let answer: @EventLoop () -> Void = { [self] in
                _ = Task.immediate { @EventLoop in await self.answer(callback, script, of: name, arguments, reply) }
            }
            if script.holds.contains(callback) { held = answer } else { answer() }
        }
    }

    private func answer(
        _ callback: PopoverCallback, _ script: PopoverScript, of name: String, _ arguments: [Variant],
        _ reply: PendingReply
    ) async {
        answering += 1
        defer { answering -= 1 }
        do throws(DBusError) {
            var results: [Variant] = []
            switch callback {
            case .prepareForPresentation: for word in script.prepare { try await set(word, of: try await path(name)) }
            case .shouldDismiss: results = [.bool(script.should)]
            case .adaptiveStyle: results = [.string(script.style)]
            case .adaptiveViewController:
                if script.replacement == "N" {
                    paths["N"] = try await client.manager.createNavigationController(try await path(name))
                }
                results = [.objectPath(script.replacement.isEmpty ? .none : try await path(script.replacement))]
            case .willReposition:
                results = Array(arguments.dropFirst())
                for word in script.place {
                    let (name, value) = try await property(word)
                    results[name == PopoverPresentationControllerInterface.sourceRect.name ? 0 : 1] = value
                }
            case .willDismiss, .didDismiss, .didAttemptToDismiss, .willPresentWithAdaptiveStyle: break
            }
            reply.succeed(with: results)
        } catch {
            reply.fail(error)
        }
    }

    // MARK: Properties

    private func set(_ word: PopoverWord, of path: ObjectPath) async throws(DBusError) {
        let (name, value) = try await property(word)
        try await client.setAnything(name, of: Contract.name, at: path, to: value)
    }

    func property(_ word: PopoverWord) async throws(DBusError) -> (String, Variant) {
        switch word {
        case .view(let name, let view): (Contract.sourceView.name, try await reference(name, view).variant)
        case .tabBar:
            (Contract.sourceView.name, ViewReference(viewController: BusClient.bar(of: tabs), view: 0).variant)
        case .noView: (Contract.sourceView.name, ViewReference.none.variant)
        case .rect(let rect):
            (
                Contract.sourceRect.name,
                (rect.map { DBusRect(x: $0.x, y: $0.y, width: $0.width, height: $0.height) } ?? .null).variant
            )
        case .item(let name, let item): (Contract.barButtonItem.name, try await reference(name, item).variant)
        case .permitted(let bits): (Contract.permittedArrowDirections.name, .uint64(bits))
        case .margins(let margins):
            (
                Contract.popoverLayoutMargins.name,
                DBusInsets(top: margins.top, left: margins.left, bottom: margins.bottom, right: margins.right).variant
            )
        case .color(let colour): (Contract.backgroundColor.name, .string(colour))
        case .passthrough(let name, let view):
            (Contract.passthroughViews.name, [try await reference(name, view)].variant)
        case .overlap(let canOverlap): (Contract.canOverlapSourceViewRect.name, .bool(canOverlap))
        case .underArrow(let isUnder): (Contract.contentExtendsUnderArrow.name, .bool(isUnder))
        }
    }

    private func reference(_ name: String, _ number: UInt32) async throws(DBusError) -> ViewReference {
        let path = try await path(name)
        return ViewReference(viewController: number == 0 ? BusClient.bar(of: path) : path, view: number)
    }

    // MARK: Observations

    func observe(_ observation: PopoverObservation, of name: String) async throws -> String {
        let path = try await path(name)
        func get<Content: DBusType>(_ property: Property<Content>) async throws(DBusError) -> Content {
            try await client.get(property, at: path)
        }
        switch observation {
        case .place:
            let direction = try await get(Contract.arrowDirection)
            guard direction != Contract.unknownDirection else { return "unknown" }
            return PopoverText.place(
                direction, text(try await get(Contract.frame)), text(try await get(Contract.contentFrame)),
                try await get(Contract.arrowOffset))
        case .isPresented: return "\(try await get(Contract.presented))"
        case .adaptiveStyle: return try await get(Contract.adaptivePresentationStyle)
        case .exists:
            do throws(DBusError) {
                _ = try await get(Contract.presented)
                return "true"
            } catch {
                return "false"
            }
        case .anchor:
            let item = try await get(Contract.barButtonItem)
            if item != .none { return "\(self.name(item.viewController)).item \(item.view)" }
            let (view, rect) = (try await get(Contract.sourceView), try await get(Contract.sourceRect))
            guard view != .none else { return "nil" }
            let owner = view.view == 0 ? "tabs" : self.name(view.viewController)
            return "\(owner).\(view.view) \(rect == .null ? "null" : text(rect))"
        case .outcome: return outcomes[name] ?? ""
        case .delegateCalls:
            try await client.barrier()
            defer { delegateCalls[name] = nil }
            return (delegateCalls[name] ?? []).joined(separator: " ")
        case .presenting: return self.name(try await client.viewController(path).presentingViewController)
        }
    }
}
