import Foundation

/// An ssh server on the loopback interface for the account of the tests. Its logins find the bus of the test, and its port
/// is its own.
@EventLoop
package final class SSHServer {
    /// The name of the machine for ssh, which `environment` explains.
    package nonisolated static let host = "desk"

    private nonisolated static let programs = [
        "/usr/sbin/sshd", "/usr/bin/ssh", "/usr/bin/ssh-keygen", "/usr/bin/systemd-stdio-bridge",
    ]

    /// The folder of the server, which every account can read.
    package let folder: String
    private var port: UInt16 = 0
    private var process: ChildProcess?
    private let log: String

    /// Starts a server, and waits until it listens.
    ///
    /// - Parameter variables: Variables of its logins besides the address of the bus.
    package init(variables: [String: String] = [:]) async throws {
        let bus = try PrivateBus.current
        // The temporary folder of the tests belongs to their account alone.
        folder = "/tmp/tabd-ssh-\(UUID().uuidString.prefix(8))"
        log = folder + "/log"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        for key in ["host", "login"] {
            try Command.run("/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", "\(folder)/\(key)"])
        }
        try FileManager.default.copyItem(atPath: folder + "/login.pub", toPath: folder + "/authorized_keys")
        let environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address].merging(variables) { $1 }
        // A free port may be taken again before the server has it.
        for attempt in 0... {
            port = try Self.freePort()
            if try await start(on: port, environment) { break }
            guard attempt < 10 else { throw TestTimeoutError(description: "sshd does not listen: \(printed)") }
        }
        try writeClient()
    }

    isolated deinit {
        let served = served
        process?.send(SIGKILL)
        for process in served { kill(process.id, SIGKILL) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The variables with which tabctl reaches this server as ``host``.
    package nonisolated var environment: [String: String] { ["TABD_SSH": folder + "/ssh"] }

    private var printed: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

    // MARK: Start

    /// Returns whether the server listens on a port.
    private func start(on port: UInt16, _ environment: [String: String]) async throws -> Bool {
        let variables = environment.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
        let configuration = """
            Port \(port)
            ListenAddress 127.0.0.1
            HostKey \(folder)/host
            AuthorizedKeysFile \(folder)/authorized_keys
            PidFile none
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            PermitRootLogin prohibit-password
            MaxStartups 100
            SetEnv \(variables)
            """
        try configuration.write(toFile: folder + "/sshd_config", atomically: true, encoding: .utf8)
        let words = ["/usr/sbin/sshd", "-D", "-e", "-f", folder + "/sshd_config"]
        // As root, sshd needs a folder that only its package's service creates.
        let needsFolder = getuid() == 0 && !FileManager.default.fileExists(atPath: "/run/sshd")
        let script = needsFolder ? "mount -t tmpfs tmpfs /run && mkdir /run/sshd && exec \"$@\"" : "exec \"$@\""
        let command = (needsFolder ? ["/usr/bin/unshare", "--mount"] : []) + ["/bin/sh", "-c", script, "sh"] + words
        let process = try ChildProcess(command[0], Array(command.dropFirst()), errors: .file(log))
        self.process = process
        var hasEnded = false
        process.onEnd { _ in hasEnded = true }
        try await EventLoop.until("sshd listening") { hasEnded || printed.contains("Server listening") }
        return !hasEnded
    }

    private static func freePort() throws -> UInt16 {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard isBound else { throw TestTimeoutError(description: "no free port") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Writes a program that calls ssh with a configuration and a key of this test.
    private func writeClient() throws {
        let key = try String(contentsOfFile: folder + "/host.pub", encoding: .utf8)
        try "[127.0.0.1]:\(port) \(key)".write(toFile: folder + "/known_hosts", atomically: true, encoding: .utf8)
        let account = getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? "root"
        let configuration = """
            Host \(Self.host)
              HostName 127.0.0.1
              Port \(port)
              User \(account)
              IdentityFile \(folder)/login
              IdentitiesOnly yes
              UserKnownHostsFile \(folder)/known_hosts
              GlobalKnownHostsFile /dev/null

            """
        try configuration.write(toFile: folder + "/ssh_config", atomically: true, encoding: .utf8)
        try "#!/bin/sh\nexec /usr/bin/ssh -F \(folder)/ssh_config \"$@\"\n".write(
            toFile: folder + "/ssh", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/ssh")
    }

    // MARK: Connections

    /// The processes of the server that serve one connection each.
    package var connections: [pid_t] {
        process.map { ProcessEntry($0.id).children.map(\.id) } ?? []
    }

    /// Kills the server's end of each connection, as when a machine loses its power.
    package func cutConnections() {
        for process in served { kill(process.id, SIGKILL) }
    }

    /// The processes of all connections. For an account other than root, sshd has two for each one.
    private var served: [ProcessEntry] { process.map { ProcessEntry($0.id).descendants } ?? [] }

    /// Ends the server and all connections, so that no new one is possible until `resume`.
    package func stop() {
        let served = served
        process?.send(SIGKILL)
        process?.wait()
        for process in served { kill(process.id, SIGKILL) }
    }

    /// Refuses the key of the tests from now on.
    package func refuseLogins() throws {
        try "".write(toFile: folder + "/authorized_keys", atomically: true, encoding: .utf8)
    }

    package func resume() async throws {
        guard try await start(on: port, ["DBUS_SESSION_BUS_ADDRESS": try PrivateBus.current.address]) else {
            throw TestTimeoutError(description: "sshd does not listen again: \(printed)")
        }
    }
}

extension SSHServer {
    private nonisolated static let isCI = ProcessInfo.processInfo.environment["CI"] == "true"

    /// Whether the programs are installed, and sshd can have its folder. In CI a missing package is a failure.
    fileprivate nonisolated static var isAvailable: Bool {
        let isInstalled = programs.allSatisfy { access($0, X_OK) == 0 }
        return isCI || isInstalled && (getuid() != 0 || access("/run/sshd", F_OK) == 0 || canMount)
    }

    /// Whether this process is root and can have mounts of its own.
    package nonisolated static let canMount: Bool = {
        guard getuid() == 0 else { return false }
        let process = try? ChildProcess("/usr/bin/unshare", ["--mount", "/bin/true"], output: .none, errors: .none)
        return isCI || process?.wait() == 0
    }()
}

extension Trait where Self == ConditionTrait {
    /// Skips a test where sshd, ssh or the bridge is missing.
    package static var ssh: Self {
        .enabled(if: SSHServer.isAvailable, "openssh-server or openssh-client is not installed, or sshd can't run")
    }
}
