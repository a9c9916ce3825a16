internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// All tabs as a text, and the reverse.
extension Service {
    func layout() async throws(DBusError) -> String {
        try await connection.call(
            ManagerInterface.getLayout, of: ManagerInterface.name, at: TabNames.root, on: destination, Options())
    }

    /// - Returns: The changes that were made, or that would be.
    func applyLayout(_ text: String, dryRun: Bool) async throws(DBusError) -> [String] {
        var options = Options()
        options.values[ManagerInterface.ApplyLayoutOption.dryRun.name] = .bool(dryRun)
        return try await connection.call(
            ManagerInterface.applyLayout, of: ManagerInterface.name, at: TabNames.root, on: destination, text, options)
    }
}
