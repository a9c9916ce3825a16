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

    /// Waits until a process owns the daemon's name.
    func daemonAppeared() async throws {
        let _: Bool = try await EventLoop.waiting(for: "tabd's return") { resolve in
            connection.addMatch(
                "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(TabNames.busName)'")
            connection.onSignal = { signal, reader in
                guard signal.member == "NameOwnerChanged", (try? reader.readString()) == TabNames.busName,
                    (try? reader.readString()) != nil, (try? reader.readString())?.isEmpty == false
                else { return }
                resolve(true)
            }
            connection.owner(of: TabNames.busName) { if case .success(.some) = $0 { resolve(true) } }
        }
    }
}
