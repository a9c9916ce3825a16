import TestSupport

extension BusClient {
    /// Starts a daemon, and returns a client of it.
    static func ofNewDaemon() async throws -> BusClient {
        try await DaemonProcess.start()
        return try BusClient()
    }

    /// Ends the daemon that the bus has started.
    func endDaemon() async throws {
        let owner = try #require(try await connection.owner(of: TabNames.busName))
        kill(Int32(try #require(try await connection.credentials(of: owner).processID)), SIGTERM)
        try await left(owner)
    }
}
