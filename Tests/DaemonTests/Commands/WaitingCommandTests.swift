import TestSupport

/// A `tabctl` that starts before the daemon.
@EventLoop @Suite(.bus) struct WaitingCommandTests {
    @Test func `a command waits for a daemon that is still starting`() async throws {
        let late = try BusClient()
        late.handlers[TabNames.root] = { call, _, reply in reply.fail(.failed("\(call.member) has arrived")) }
        let process = try TabctlProcess(["list"], environment: Self.longWait)
        try await process.note("org.tabd.Tabs1 is not running yet; waiting for it")
        #expect(try await late.connection.requestName(TabNames.busName, replacing: false))
        #expect(try await process.exitStatus() == 1)
        try await process.note("tabctl: GetManagedObjects has arrived")
    }

    /// Longer than any test runs, so that a slow machine does not change the result.
    private static let longWait = ["TABCTL_WAIT": "3600"]

    @Test func `without a daemon a command explains how to start one`() async throws {
        let process = try TabctlProcess(["list"])
        #expect(try await process.exitStatus() == 69)
        try await process.note("run 'tabd &' or 'systemctl --user start tabd'")
    }

    @Test(arguments: ["-1", "2s", "3601", "99999999999999999999"])
    func `an invalid wait time is named in the error`(_ wait: String) async throws {
        let process = try TabctlProcess(["list"], environment: ["TABCTL_WAIT": wait])
        #expect(try await process.exitStatus() == 64)
        try await process.note("TABCTL_WAIT is '\(wait)'; expected whole seconds from 0 to 3600")
    }

    @Test func `Ctrl-C ends a waiting command at once`() async throws {
        // A shell that runs the tests in the background makes them ignore this signal.
        let process = try TabctlProcess(
            ["--default-signal=INT", BuiltProducts.directory + "/tabctl", "monitor"], running: "/usr/bin/env",
            environment: Self.longWait)
        try await process.note("waiting for it")
        process.send(SIGINT)
        // The signal's default action ends the process, not the status for a missing daemon.
        #expect(try await process.exitStatus() != 69)
    }

    @Test func `a command does not wait when the bus can start the daemon`() async throws {
        let bus = try PrivateBus.current
        let plugins = try DaemonProcess.stagePlugins(in: bus.directory)
        try await bus.offerService("\(BuiltProducts.directory)/tabd --plugin-path \(plugins) --log-level warning")
        let process = try TabctlProcess(["list"])
        #expect(try await process.exitStatus() == 0)
        try await process.note("no tab bar controller exists")
        #expect(!process.notes.joined().contains("waiting"))
        try await BusClient().endDaemon()
    }
}
