import Foundation
import TestSupport

/// The unit and service files that start the daemon.
@Suite struct UnitTests {
    /// A file of systemd/ as `make install` would write it.
    private func installed(_ name: String) throws -> String {
        let text = try String(contentsOfFile: HouseCommand.package + "/systemd/\(name).in", encoding: .utf8)
        #expect(text.contains("@BINDIR@"))
        return text.replacing("@BINDIR@", with: HouseCommand.binaries)
            .replacing("@LIBEXECDIR@", with: HouseCommand.binaries)
    }

    /// The result of a command of systemd-analyze about the installed unit.
    private func analyze(_ command: String...) throws -> HouseCommand {
        let folder = try TemporaryFolder()
        let unit = folder.path + "/tabd.service"
        try installed("tabd.service").write(toFile: unit, atomically: true, encoding: .utf8)
        return try HouseCommand.run(
            ["systemd-analyze", "--user"] + command + [unit],
            environment: PrivateBus.environment(in: folder.path, address: nil)
        ).succeeded()
    }

    @Test(.enabled(if: HouseCommand.isInstalled("/usr/bin/systemd-analyze"), "systemd-analyze is not installed"))
    func `systemd accepts the unit`() throws {
        let result = try analyze("--man=no", "verify")
        let complaints = result.errors.split(separator: "\n").filter { $0.contains("tabd.service") }
        #expect(complaints.isEmpty)
    }

    /// The score counts directives in the file, and must be at most 1.0. `every directive holds` tests their effect.
    @Test(.enabled(if: HouseCommand.isInstalled("/usr/bin/systemd-analyze"), "systemd-analyze is not installed"))
    func `the unit is hardened, by the score of systemd`() throws {
        let result = try analyze("security", "--offline=true", "--threshold=10")
        #expect(result.output.contains("Overall exposure level for tabd.service"))
    }

    @Test func `a crashed daemon is restarted at once, and a crash loop is limited`() throws {
        let lines = try installed("tabd.service").split(separator: "\n")
        let start = try #require(lines.firstIndex(of: "[Service]"))
        // Several bad view controllers take several starts.
        #expect(lines[..<start].contains("StartLimitIntervalSec=60"))
        #expect(lines[..<start].contains("StartLimitBurst=30"))
        #expect(lines[start...].contains("Restart=on-failure"))
        #expect(lines[start...].contains("RestartSec=100ms"))
    }

    private static let probe = HouseCommand.package + "/scripts/probe-unit.py"

    @Test func `every restricting directive has a probe`() throws {
        let unit = try installed("tabd.service")
        let sandbox = unit.components(separatedBy: "PrivateUsers=yes").last?.components(separatedBy: "[Install]").first
        let lines = try #require(sandbox).split(separator: "\n").filter { !$0.hasPrefix("#") && $0.contains("=") }
        let given = Set(lines.compactMap { $0.split(separator: "=").first.map(String.init) } + ["PrivateUsers"])
        let list = try HouseCommand.run([Self.probe, "--list"])
        #expect(given.subtracting(["ExecStartPre"]) == Set(list.output.split(separator: "\n").map(String.init)))
    }

    /// The reason why user units can't be started, or nil when they can.
    private static let lackOfManager: String? = {
        let result = try? HouseCommand.run(["systemctl", "--user", "show-environment"])
        return result?.status == 0
            ? nil : result?.errors.split(separator: "\n").first.map(String.init) ?? "systemctl can't be run"
    }()

    @Test(.enabled(if: lackOfManager == nil, "no user manager: \(lackOfManager ?? "")"))
    func `every directive holds`() throws {
        try HouseCommand.run([Self.probe]).succeeded()
    }

    @Test func `the unit and the service of the bus name each other`() throws {
        let unit = try installed("tabd.service").split(separator: "\n")
        let service = try installed("org.tabd.Tabs1.service").split(separator: "\n")
        #expect(unit.contains("BusName=\(TabNames.busName)"))
        #expect(unit.contains("ExecStart=\(HouseCommand.binaries)/tabd"))
        #expect(unit.contains("RestartPreventExitStatus=64 71 75 77 127 203 217 218 226"))
        #expect(service.first == "[D-BUS Service]")
        #expect(service.contains("Name=\(TabNames.busName)"))
        #expect(service.contains("Exec=\(HouseCommand.binaries)/tabd"))
        #expect(service.contains("SystemdService=tabd.service"))
    }

    @Test(.bus, .enabled(if: HouseCommand.isInstalled("/usr/bin/busctl"), "busctl is not installed"))
    func `the first call starts the daemon and gets a reply`() throws {
        let bus = try PrivateBus.current
        let services = bus.directory + "/services"
        try FileManager.default.createDirectory(atPath: services, withIntermediateDirectories: true)
        try installed("org.tabd.Tabs1.service").write(
            toFile: services + "/org.tabd.Tabs1.service", atomically: true, encoding: .utf8)
        let driver = ["busctl", "--user", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus"]
        let driverInterface = "org.freedesktop.DBus"
        try HouseCommand.run(driver + [driverInterface, "ReloadConfig"], environment: bus.environment).succeeded()

        let first = try HouseCommand.run(
            [
                "busctl", "--user", "call", TabNames.busName, TabNames.root.text,
                "org.freedesktop.DBus.Properties", "GetAll", "s", ManagerInterface.name,
            ], environment: bus.environment
        ).succeeded()
        #expect(first.output.hasPrefix("a{sv} "))

        let asked = try HouseCommand.run(
            driver + [driverInterface, "GetConnectionUnixProcessID", "s", TabNames.busName],
            environment: bus.environment)
        let number = asked.output.split(separator: " ").last.map { $0.filter { $0.isNumber } }
        let process = try #require(number.flatMap { Int32($0) })
        let ended = try HouseCommand.run(
            ["bash", "-c", "kill -TERM $1 && exec timeout 180 tail --pid=$1 -f /dev/null", "end", "\(process)"],
            timeout: 200)
        #expect(ended.status == 0, "the daemon that was activated did not end: \(ended.errors)")
    }
}
