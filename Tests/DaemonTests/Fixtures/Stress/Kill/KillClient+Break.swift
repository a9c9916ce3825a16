import TestSupport

/// The state that a client finds after a break.
extension KillClient {
    /// More than the number of consecutive kills with an ambiguous outcome.
    private static let maximumShadows = 64

    /// The events that the daemon and its clients go through.
    enum Break {
        case nothing
        /// The bus died, and the client's connection with it.
        case bus
        /// The daemon died.
        case daemon
    }

    /// Compares the daemon's objects with the client's knowledge, which is then replaced by them. Returns the
    /// differences.
    func differences(from objects: BusClient.Objects, after kind: Break = .daemon) async throws -> [String] {
        let owned = Set(self.objects.keys.compactMap(TabNames.viewController(of:)))
        if kind != .nothing { try await claimAgain(objects) }
        var differences: [String] = []
        var candidates = shadows
        if let open {
            let number = numberOfOpenChange(objects)
            if number != nil || !open.isCreation {
                candidates += shadows.compactMap { shadow in
                    var done = shadow
                    return (try? done.apply(open, number: number ?? 0)) == nil ? nil : done
                }
                if let number { created.append(number) }
            }
        }
        let own = candidates.reduce(into: Set()) { $0.formUnion($1.paths) }
        var fitting: [KillShadow] = []
        var memories: Set<KillShadow.Memory> = []
        for candidate in candidates.reversed() {
            let restored =
                switch kind {
                case .nothing: candidate
                case .bus: try candidate.disconnected(owning: owned)
                case .daemon: try candidate.restored()
                }
            let left = own.subtracting(restored.paths).intersection(objects.keys)
            var found = restored.differences(from: objects) + left.sorted().map { "\($0) should not be there" }
            if kind == .daemon, found.isEmpty, !memories.insert(restored.memory).inserted { continue }
            if found.isEmpty { found = try await countDifferences(restored) }
            if found.isEmpty { fitting.append(restored) } else { differences = found }
        }
        guard !fitting.isEmpty else { return differences }
        if fitting.count > Self.maximumShadows { failures.append("too many possible states after repeated kills") }
        (shadows, open) = (fitting, nil)
        history.append("\(kind), \(fitting.count) possible")
        return []
    }

    private func numberOfOpenChange(_ objects: BusClient.Objects) -> UInt64? {
        guard case .create(_, let identifier, _)? = open else { return nil }
        return objects.first { _, object in
            object[ViewControllerInterface.name]?["RestorationIdentifier"] == .string(identifier)
        }.flatMap { path, _ in TabNames.number(of: path) }
    }

    /// Claims the remote controllers again. Without an identifier that is not possible.
    private func claimAgain(_ objects: BusClient.Objects) async throws {
        let names = objects.compactMap { path, object -> (ObjectPath, String)? in
            guard self.objects[path] != nil || isOpen(object),
                let identifier: String = object[ViewControllerInterface.name]?["RestorationIdentifier"]?.get(),
                !identifier.isEmpty
            else { return nil }
            return (path, identifier)
        }
        self.objects = [:]
        for (path, identifier) in names {
            let found = try await register(identifier)
            if found != path { failures.append("\(identifier) is \(path), and was registered as \(found)") }
        }
        try await client.barrier()
    }

    /// Whether an object was created by the open change.
    private func isOpen(_ object: [String: [String: Variant]]) -> Bool {
        guard case .create(KillChange.remote, let identifier, _)? = open else { return false }
        return object[ViewControllerInterface.name]?["RestorationIdentifier"] == .string(identifier)
    }

    private func countDifferences(_ expected: KillShadow) async throws -> [String] {
        var differences: [String] = []
        for id in expected.remotes {
            guard let object = objects[id.path] else { continue }
            let count = counts[object] ?? 0
            let confirmed = expected.counts[id] ?? 0
            if count != confirmed { differences.append("\(id.rawValue) got \(count), not \(confirmed)") }
        }
        for id in expected.counters {
            try await loadView(of: id)
            // The reply implies that the plugin process has handled its earlier messages.
            try await client.sendAction("editingDidEnd", .string(""), to: Self.view, of: id.path)
            let label = try await client.getView(of: id.path).views.first { $0.id == Self.countLabel }
            let text = Variant.string("\(expected.counts[id] ?? 0)")
            if label?.properties["Text"] != text {
                differences.append("\(id.rawValue) shows \(String(describing: label)), not \(text)")
            }
        }
        return differences
    }
}
