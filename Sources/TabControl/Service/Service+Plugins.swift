internal import DBusConnection
internal import DBusInterface
internal import TabInterface
internal import TabMirror

/// What is asked of plugins.
extension Service {
    typealias PluginCommand = any KeyPath<PluginInterface.Type, Method<(Options) -> Void>> & Sendable

    /// A start may take as long as the configuration allows, and new code a second one to make what there was.
    private static let patience: Int32 = 150_000

    /// The object of a plugin that the daemon has found.
    func path(ofPlugin id: String) async throws -> ObjectPath {
        let path = TabNames.plugin(id)
        let known = try await manager.plugins
        guard !known.contains(path) else { return path }
        var ids: [String] = []
        for path in known { ids.append(try await plugin(path).id) }
        let offer = ids.isEmpty ? "the daemon has found none" : "there are: \(ids.sorted().joined(separator: ", "))"
        throw ControlError(message: "there is no plugin '\(id)'; \(offer)")
    }

    func properties(ofPlugin path: ObjectPath) async throws(DBusError) -> [String: Variant] {
        try await properties(path).call(\.getAll, PluginInterface.name)
    }

    /// Returns when it is done: code has started, taken over or ended.
    func perform(_ command: PluginCommand, on id: String) async throws -> ObjectPath {
        let path = try await path(ofPlugin: id)
        do throws(DBusError) {
            try await plugin(path).call(command, Options(), timeout: Self.patience)
        } catch {
            throw Self.explain(error, ofPlugin: id)
        }
        return path
    }

    /// - Parameter token: The token of the user's consent.
    /// - Returns: The address where the daemon expects the plugin process.
    func expectHost(ofPlugin id: String, token: String) async throws -> String {
        let path = try await path(ofPlugin: id)
        do throws(DBusError) {
            return try await plugin(path).call(\.expectHost, token, Options())
        } catch {
            throw Self.explain(error, ofPlugin: id)
        }
    }

    /// Says to what a plugin in the daemon does not support how it gets a process of its own.
    private static func explain(_ error: DBusError, ofPlugin id: String) -> ControlError {
        let problem = ControlError(error)
        guard error.name == DBusError.notSupported("").name else { return problem }
        return problem.saying(
            "\(problem.message); that is a line '\(id) = \"process\"' below '[isolation]', then restart tabd")
    }

    /// All plugins as they are now. One that goes meanwhile is left out.
    func samplePlugins() async throws(DBusError) -> [PluginSample] {
        var samples: [PluginSample] = []
        for path in try await manager.plugins {
            do throws(DBusError) {
                let properties = try await properties(ofPlugin: path)
                samples.append(PluginSample(properties, usage: try await plugin(path).call(\.getResourceUsage)))
            } catch {
                guard error.name == DBusError.unknownObject("").name else { throw error }
            }
        }
        return samples
    }
}
