import TestSupport

/// Restoration over the bus: the daemon is killed, and the next one starts on the saved state.
extension BusScenarioDriver {
    private typealias Contract = ViewControllerInterface
    /// The view with the text that a controller keeps, as in `Fixtures/scenario_words.h`.
    private static let stateField: UInt32 = 90

    func run(_ action: RestorationAction) async throws {
        switch action {
        case .identify(let letters): for name in letters.map(Scenario.name) { try await identify(name, as: name) }
        case .name(let name, let identifier): try await identify(name, as: identifier)
        case .setState(let name, let text): try await setState(text, of: name)
        case .restart: try await restart()
        }
    }

    func observe(_ observation: RestorationObservation) async throws -> String {
        switch observation {
        case .identifier(let name): return try await client.viewController(try await path(name)).restorationIdentifier
        case .state(let name):
            if isInPlugin {
                try await prompt("state \(try await number(name))")
                collectEvents()
            }
            return states[name] ?? ""
        case .exists(let name): return "\(paths[name] != nil)"
        }
    }

    private func identify(_ name: String, as identifier: String) async throws(DBusError) {
        try await client.viewController(try await path(name)).set(\.restorationIdentifier, to: identifier)
    }

    private func setState(_ text: String, of name: String) async throws(DBusError) {
        let path = try await path(name)
        try await client.viewController(path).loadViewIfNeeded()
        if isInPlugin {
            try await prompt("stateField \(number(path))")
        } else {
            try await client.updateView(of: path, [.view(Self.stateField, "TextField")])
        }
        try await client.sendAction("editingDidEnd", .string(text), to: Self.stateField, of: path)
    }

    /// Registers an object of the client as a view controller.
    func register(_ name: String, _ options: Options = [:]) async throws(DBusError) -> ObjectPath {
        let object = client.newObject()
        if scenario.hasStates {
            client.handlers[object] = { [weak self] call, arguments, reply in
                self?.called(call.member, arguments, of: name, reply)
            }
        }
        return try await client.register(object, options)
    }

    private func called(_ member: String, _ arguments: [Variant], of name: String, _ reply: PendingReply) {
        switch member {
        case "Action": if case .variant(.string(let text))? = arguments.last { states[name] = text }
        case "DecodeRestorableState":
            states[name] = arguments.first?.get(as: [String: Variant].self)?["Text"]?.get() ?? ""
        case "EncodeRestorableState":
            let state: [String: Variant] = states[name].map { ["Text": .string($0)] } ?? [:]
            return reply.succeed { (writer) throws(DBusError) in try state.variant.writeContent(to: writer) }
        default: return reply.fail(.unknownMethod("\(member) is not there"))
        }
        reply.succeed { (_) throws(DBusError) in }
    }

    private func restart() async throws {
        try await waitUntilIdle()
        collectEvents()
        mergeNotes()
        let objects = try await stage.restart()
        paths = paths.filter { objects[$0.value] != nil }
        foreign = Set(
            paths.keys.filter { name in
                paths[name].flatMap { objects[$0]?[Contract.name]?["Type"]?.get(as: String.self) }?
                    .hasPrefix("scenario.") == false
            })
        (states, views, scripts, delegateCalls, outcomes) = ([:], [:], [:], [:], [:])
        (should, did, animator, isDelegateInPlugin, lateStacks) = (nil, [], nil, false, [:])
        // A controller without an identifier is created at its defaults.
        for (name, path) in paths where isOwn(name) {
            let hasIdentifier = objects[path]?[Contract.name]?["RestorationIdentifier"] != .string("")
            guard let wasRestored = stage.wasRestored(path), wasRestored != hasIdentifier else { continue }
            failures.append("\(name) was created with Restored \(wasRestored)")
        }
        for (name, path) in paths {
            guard let properties = objects[path]?[Contract.name], properties["Type"] == .string("remote"),
                let identifier = properties["RestorationIdentifier"], identifier != .string("")
            else { continue }
            let found = try await register(name, ["RestorationIdentifier": identifier])
            if found != path { failures.append("\(identifier) was restored as \(path), and registered as \(found)") }
        }
        // The bus has no signals for what restored plugin instances were called with.
        try await prompt("reset")
        try await stage.beginMirror()
        (words, mergedCount, pluginNotes) = ([], 0, [])
    }
}
