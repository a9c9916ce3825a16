import TestSupport

extension DaemonProcess {
    /// Starts a daemon, and returns it with a client of it.
    @EventLoop static func startWithClient(log: String? = nil) async throws -> (DaemonProcess, BusClient) {
        (try await start(log: log), try BusClient())
    }
}

extension BusClient {
    /// Starts a daemon, and returns a client of it.
    static func ofNewDaemon() async throws -> BusClient {
        try await DaemonProcess.start()
        return try BusClient()
    }

    /// Ends the daemon that the bus has started.
    func endDaemon() async throws {
        var (owner, process) = ("", UInt32?.none)
        // A daemon that is being replaced may leave between both calls.
        try await EventLoop.until("a daemon with the name") {
            owner = try await connection.owner(of: TabNames.busName) ?? ""
            process = try? await connection.credentials(of: owner).processID
            return process != nil
        }
        kill(Int32(try #require(process)), SIGTERM)
        try await left(owner)
    }
}
