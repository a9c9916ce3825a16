import Foundation
import Synchronization

/// A dbus-daemon for a test, in a temporary directory that is removed with it.
package final class PrivateBus: @unchecked Sendable {
    private let folder: TemporaryFolder
    package var directory: String { folder.path }
    package let address: String
    private var process: ChildProcess?
    private let daemons = Mutex<[DaemonProcess]>([])

    package init() throws {
        TestLoop.start()
        folder = try TemporaryFolder()
        let directory = folder.path
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(directory)/bus</listen>
              <servicedir>\(directory)/services</servicedir>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
              <limit name="max_incoming_bytes">1000000000</limit>
              <limit name="max_outgoing_bytes">1000000000</limit>
              <limit name="max_message_size">1000000000</limit>
              <limit name="max_completed_connections">100000</limit>
              <limit name="max_connections_per_user">100000</limit>
              <limit name="max_replies_per_connection">50000</limit>
              <limit name="max_match_rules_per_connection">50000</limit>
              <limit name="max_names_per_connection">50000</limit>
              <limit name="max_incomplete_connections">10000</limit>
              <limit name="auth_timeout">240000</limit>
              <limit name="service_start_timeout">\(TestTimeout.milliseconds)</limit>
            </busconfig>
            """
        try configuration.write(toFile: directory + "/bus.conf", atomically: true, encoding: .utf8)
        address = "unix:path=\(directory)/bus"
        try configure("")
        try restart()
    }

    /// The isolation of all plugins (`TABD_TEST_ISOLATION`), where a test does not set it.
    private static let isolation = ProcessInfo.processInfo.environment["TABD_TEST_ISOLATION"]

    /// The daemon's configuration file on this bus.
    package var configurationFile: String { directory + "/config/tabd/tabd.toml" }

    /// In milliseconds. A loaded machine needs longer timeouts than a desktop.
    private static let deadlines = ["action": 60_000, "heartbeat": 60_000, "start": 60_000]

    /// Writes the daemon's configuration file on this bus.
    ///
    /// - Parameter deadlines: Timeouts in milliseconds that the text does not set. The default is a minute for actions
    ///   and for plugin processes.
    package func configure(_ text: String, deadlines: [String: Int] = [:]) throws {
        try FileManager.default.createDirectory(
            atPath: directory + "/config/tabd", withIntermediateDirectories: true)
        var text = text
        if let isolation = Self.isolation, !text.contains("[isolation]") {
            text += "\n[isolation]\n\"*\" = \"\(isolation)\"\n"
        }
        let header = "[deadlines]\n"
        let given = text.components(separatedBy: header).dropFirst().first?.prefix { $0 != "[" } ?? ""
        let missing = Self.deadlines.merging(deadlines) { $1 }.filter { !given.contains("\($0.key) = ") }
        let lines = header + missing.map { "\($0.key) = \($0.value)\n" }.joined()
        text = text.contains(header) ? text.replacing(header, with: lines) : "\(text)\n\(lines)"
        try text.write(toFile: configurationFile, atomically: true, encoding: .utf8)
    }

    /// Starts the bus, at the same address as before.
    package func restart() throws {
        let output = Pipe()
        process = try ChildProcess(
            "/usr/bin/dbus-daemon",
            ["--nofork", "--nopidfile", "--print-address=1", "--config-file=\(directory)/bus.conf"],
            // Warnings of the bus itself, as on a machine without free inotify instances, are not failures.
            environment: Self.environment(in: directory, address: nil).merging(["DBUS_FATAL_WARNINGS": "0"]) { $1 },
            output: .pipe(output), errors: .none)
        // The address is printed when the socket listens.
        _ = output.firstLine()
    }

    /// An environment in which all paths point into the directory.
    package static func environment(in directory: String, address: String?) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["HOME"] = directory
        environment["LC_ALL"] = "C.UTF-8"
        environment["XDG_RUNTIME_DIR"] = directory
        environment["XDG_STATE_HOME"] = directory + "/state"
        environment["XDG_CONFIG_HOME"] = directory + "/config"
        environment["XDG_DATA_HOME"] = directory + "/data"
        environment["XDG_DATA_DIRS"] = directory + "/data-dirs"
        environment["DBUS_SESSION_BUS_ADDRESS"] = address
        environment["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=/nonexistent"
        environment["DBUS_FATAL_WARNINGS"] = "1"
        environment["JOURNAL_STREAM"] = nil
        environment["NOTIFY_SOCKET"] = nil
        environment["WATCHDOG_USEC"] = nil
        return environment
    }

    package var environment: [String: String] { Self.environment(in: directory, address: address) }

    /// Stops the bus's process with SIGSTOP. `thaw` resumes it.
    package func freeze() { process?.send(SIGSTOP) }
    package func thaw() { process?.send(SIGCONT) }

    /// Ends the bus, as at the end of a session. After SIGKILL its socket remains.
    package func stop(with signal: Int32 = SIGKILL) {
        process?.send(signal)
        process?.wait()
    }

    /// Replaces the bus by a new one at the same address. Its clients lose their connections. The new one listens before
    /// the other one ends, however busy the machine is.
    package func replace() throws {
        let former = process
        try FileManager.default.removeItem(atPath: directory + "/bus")
        try restart()
        former?.send(SIGKILL)
        former?.wait()
    }

    // MARK: The bus of the test

    /// The bus that `withNew` provides.
    @TaskLocal private static var provided: PrivateBus?

    /// The bus on which fixtures start processes and clients: that of the trait `.bus`.
    package static var current: PrivateBus {
        get throws { try #require(provided, "the test has no trait .bus") }
    }

    /// Runs a function with a bus as the current one.
    package func asCurrent<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async rethrows -> Value {
        try await Self.$provided.withValue(self, operation: body)
    }

    /// The same without suspension, for threads that are not part of the test's task.
    package static func inherited<Value: Sendable>(
        by body: @escaping @Sendable () throws -> Value
    ) -> @Sendable () throws -> Value {
        let bus = provided
        return { try $provided.withValue(bus, operation: body) }
    }

    /// Runs a function with a new bus as the current one. Afterwards it stops the daemons on it, which must
    /// end in order, except those that the function killed or waited for.
    package static func withNew<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
    ) async throws -> Value {
        let bus = try PrivateBus()
        let value = try await bus.asCurrent(body)
        for daemon in bus.daemons.withLock({ $0 }) where !daemon.isEndExpected { #expect(await daemon.stop() == 0) }
        return value
    }

    /// Adds a daemon that runs until its end is expected, or the bus ends.
    func add(_ daemon: DaemonProcess) {
        daemons.withLock { $0 = $0.filter { !$0.isEndExpected } + [daemon] }
    }

    deinit {
        stop()
    }
}

extension PrivateBus {
    /// Makes the bus run a command when the daemon, or another name, is called while it is not running.
    @EventLoop
    package func offerService(_ command: String, name: String = TabNames.busName) async throws {
        let folder = directory + "/services"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try "[D-BUS Service]\nName=\(name)\nExec=\(command)\n".write(
            toFile: "\(folder)/\(name).service", atomically: true, encoding: .utf8)
        let client = try Connection.bus(at: address)
        defer { client.close() }
        let bus = "org.freedesktop.DBus"
        let reload = Method<() -> Void>(
            "ReloadConfig", of: bus, summary: "Reads the configuration and the services again.")
        try await client.call(reload, at: "/org/freedesktop/DBus", on: bus)
    }
}
