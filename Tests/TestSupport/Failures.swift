extension DBusError {
    /// The last component of its name, such as `InvalidArgument`.
    package var shortName: String { name.split(separator: ".").last.map(String.init) ?? "" }
}

/// The error of an operation; nil when it succeeds.
@EventLoop package func refusal(_ body: @EventLoop () async throws -> Void) async -> DBusError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? DBusError ?? DBusError(name: "\(type(of: error))", message: "\(error)")
    }
}

/// The last component of the error's name, or `none` on success.
@EventLoop package func failure(_ body: @EventLoop () async throws -> Void) async -> String {
    do {
        try await body()
        return "none"
    } catch {
        return (error as? DBusError)?.shortName ?? "\(error)"
    }
}

/// The error of a call with its message, such as `PluginFailed: …`, or `none` on success.
@EventLoop package func complaint(_ body: @EventLoop () async throws -> Void) async -> String {
    do {
        try await body()
        return "none"
    } catch {
        return (error as? DBusError).map { "\($0.shortName): \($0.message)" } ?? "\(error)"
    }
}
