internal import DBusInterface
internal import TabClient
internal import TabFrontEnd
internal import TabInterface

/// Calls to plugins.
extension Service {
    typealias PluginMethod = any KeyPath<PluginInterface.Type, Method<(Options) -> Void>> & Sendable

    /// The timeout of calls that change a plugin's state, in milliseconds. A plugin may start slowly, and after a
    /// reload it also recreates its view controllers.
    private static let stateChangeTimeout: Int32 = 150_000

    /// Returns the object path of a plugin that the daemon has found.
    func path(ofPlugin id: String) async throws -> ObjectPath {
        let path = TabNames.plugin(id)
        let known = try await manager.plugins
        guard !known.contains(path) else { return path }
        var ids: [String] = []
        for path in known { ids.append(try await plugin(path).id) }
        let offer =
            ids.isEmpty
            ? "the daemon has not found any" : "the plugins are \(ids.sorted().joined(separator: ", "))"
        throw ControlError(message: "plugin '\(id)' does not exist; \(offer)")
    }

    func properties(ofPlugin path: ObjectPath) async throws(DBusError) -> [String: Variant] {
        try await properties(path).getAll(PluginInterface.name)
    }

    /// Calls a method of a plugin, and returns when its process has started, been replaced or ended.
    func callPlugin(_ id: String, _ command: PluginMethod) async throws -> ObjectPath {
        let path = try await path(ofPlugin: id)
        try await explaining(id) { () async throws(DBusError) in
            try await plugin(path)[dynamicMember: command](timeout: Self.stateChangeTimeout)
        }
        return path
    }

    /// Adds a plugin to the list of disabled plugins in the configuration of the daemon, or removes it.
    func setDisabled(_ id: String, _ isDisabled: Bool) async throws -> ObjectPath {
        let path = try await path(ofPlugin: id)
        let (file, _) = try await manager.reloadConfiguration()
        guard try DisabledPlugins(file: file).set(id, isDisabled: isDisabled) else { return path }
        _ = try await manager.reloadConfiguration()
        return path
    }

    /// Asks the daemon to expect a plugin process that it does not start itself.
    /// - Parameter token: The token of the user's consent.
    /// - Returns: The address where the daemon expects the plugin process.
    func expectHost(ofPlugin id: String, token: String) async throws -> String {
        let path = try await path(ofPlugin: id)
        return try await explaining(id) { () async throws(DBusError) in try await plugin(path).expectHost(token) }
    }

    /// Calls a plugin, and adds how it gets its own process to the error of a plugin that runs in the daemon.
    private func explaining<Value: Sendable>(
        _ id: String, _ call: () async throws(DBusError) -> Value
    ) async throws(ControlError) -> Value {
        do throws(DBusError) {
            return try await call()
        } catch {
            let controlError = ControlError(error)
            guard error.name == DBusError.Name.notSupported else { throw controlError }
            throw controlError.withMessage(
                "\(controlError.message); add the line '\(id) = \"process\"' below '[isolation]', then restart tabd")
        }
    }

    /// Returns the state of all plugins. A plugin that disappears meanwhile is left out.
    func samplePlugins() async throws(DBusError) -> [PluginSample] {
        var samples: [PluginSample] = []
        for path in try await manager.plugins {
            do throws(DBusError) {
                let properties = try await properties(ofPlugin: path)
                samples.append(PluginSample(properties, usage: try await plugin(path).getResourceUsage()))
            } catch {
                guard error.name == DBusError.Name.unknownObject else { throw error }
            }
        }
        return samples
    }
}
