internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import Processes
internal import TabInterface

/// The resources that plugin processes start with: socket, environment and limits.
@EventLoop
final class PluginProcessLauncher {
    private let environment: [String: String]
    private let directory: String
    private let runtimeDirectory: String?
    private var server: PluginProcessServer?
    /// The used consent files, by token. Each is valid once.
    private var usedConsents: [String: FileVersion] = [:]
    let reactions = ReactionWait()
    var configuration = HostingConfiguration()

    /// - Parameters:
    ///   - environment: The daemon's environment, which plugin processes inherit. `XDG_RUNTIME_DIR` determines the
    ///     socket.
    ///   - fallback: The directory of the socket without that variable; `""` when there is none either.
    init(environment: [String: String], fallback: String) {
        // A crash must end at once, without Swift's backtrace. A debugger shows more.
        self.environment = ["SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }
        let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        runtimeDirectory = runtime
        directory = PrivateSockets.directory(in: environment, fallback: fallback)
    }

    func start(_ assignment: PluginProcess.Assignment) throws(DBusError) -> PluginProcess {
        let folder = ProgramFolder.current
        guard let program = folder.pluginHost else {
            throw .failed(
                "the program of plugin processes is in none of \(folder.pluginHostPlaces.joined(separator: ", "))")
        }
        let process = PluginProcess(
            assignment, configuration, server: try listening(), reactions: reactions,
            token: PrivateSockets.makeToken())
        try process.start(program, environment: environment, of: self)
        return process
    }

    /// Expects a plugin process that the user starts.
    ///
    /// - Returns: The process, and the address where it must connect.
    func expect(
        _ assignment: PluginProcess.Assignment, token: String
    ) throws(DBusError) -> (host: PluginProcess, address: String) {
        let server = try listening()
        let process = PluginProcess(assignment, configuration, server: server, reactions: reactions, token: token)
        process.waitForUser()
        return (process, server.address)
    }

    /// Refuses a token without the user's consent, a file in the runtime folder that was not used before. Every client
    /// can use the bus. Only the user's own processes outside of a sandbox can create that file.
    ///
    /// - Throws: `InvalidArgument`, `AccessDenied`.
    func requireConsent(_ token: String) throws(DBusError) {
        let digits = Set("0123456789abcdef".utf8)
        guard token.utf8.count == 32, token.utf8.allSatisfy(digits.contains) else {
            throw .invalidArgument(
                "token '\(token.prefix(64))' is not allowed; expected 32 digits from 0 to 9 and a to f")
        }
        let name = TabNames.hostConsentPrefix + token
        var status = stat()
        guard let path = runtimeDirectory.map({ "\($0)/\(name)" }), lstat(path, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            usedConsents[token] != FileVersion(status)
        else {
            throw .accessDenied(
                "ExpectHost: the user has not consented with a file \(name) in XDG_RUNTIME_DIR; "
                    + "'tabctl plugin run' creates that file")
        }
        usedConsents[token] = FileVersion(status)
        // Fails under tabd.service, which can't write to the folder. There the entry above is enough.
        _ = unlink(path)
    }

    /// Removes the socket.
    func close() {
        server?.close()
        server = nil
    }

    private func listening() throws(DBusError) -> PluginProcessServer {
        if let server { return server }
        let server = try PluginProcessServer(in: directory)
        self.server = server
        return server
    }
}
