import TestSupport

extension DBusError {
    /// The last component of its name, such as `InvalidArgument`.
    var shortName: String { name.split(separator: ".").last.map(String.init) ?? "" }
}

/// The error of a call.
@EventLoop func refusal(_ body: @EventLoop () async throws(DBusError) -> Void) async -> DBusError? {
    do throws(DBusError) {
        try await body()
        return nil
    } catch {
        return error
    }
}

/// The last component of the error's name, or `none` on success.
@EventLoop func failure(_ body: @EventLoop () async throws -> Void) async -> String {
    do {
        try await body()
        return "none"
    } catch {
        return (error as? DBusError)?.shortName ?? "\(error)"
    }
}

/// The error of a call with its message, such as `PluginFailed: …`, or `none` on success.
@EventLoop func complaint(_ body: @EventLoop () async throws -> Void) async -> String {
    do {
        try await body()
        return "none"
    } catch {
        return (error as? DBusError).map { "\($0.shortName): \($0.message)" } ?? "\(error)"
    }
}
