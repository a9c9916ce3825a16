internal import DBusConnection
internal import DBusInterface
internal import Glibc

/// What hosts are started with: the program, the socket, the environment and the limits.
@EventLoop
final class HostFacilities {
    private let program: String
    private let environment: [String: String]
    private let directory: String
    private var server: HostServer?
    let settling = Settling()
    var configuration = HostingConfiguration()

    /// - Parameters:
    ///   - environment: Of the daemon; hosts get it as it is. `XDG_RUNTIME_DIR` says where the socket is.
    ///   - fallback: The directory of the socket when there is no such variable; `""` when there is none either.
    init(environment: [String: String], fallback: String) {
        // A crash shall be over at once, not when Swift has written where it was; a debugger tells more.
        self.environment = ["SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 }
        let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        directory = runtime.map { $0 + "/tabd" } ?? fallback
        program = Self.ownFolder + "/tabd-plugin-host"
    }

    func start(_ assignment: HostProcess.Assignment) throws(DBusError) -> HostProcess {
        guard access(program, X_OK) == 0 else {
            throw .failed("\(program) is missing: it must be installed beside the daemon")
        }
        return try HostProcess(
            assignment, configuration, program: program, environment: environment, server: listening(),
            settling: settling)
    }

    func expect(
        _ assignment: HostProcess.Assignment, given: (_ address: String, _ token: String) -> Void
    ) throws(DBusError) -> HostProcess {
        try HostProcess(expecting: assignment, configuration, server: listening(), settling: settling, given: given)
    }

    /// Takes the socket away.
    func close() {
        server?.close()
        server = nil
    }

    private func listening() throws(DBusError) -> HostServer {
        if let server { return server }
        guard !directory.isEmpty else {
            throw .failed(
                "plugin processes have no directory for their socket: "
                    + "none of XDG_RUNTIME_DIR, XDG_STATE_HOME and HOME is an absolute path")
        }
        let server = try HostServer(in: directory)
        self.server = server
        return server
    }

    private static var ownFolder: String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else { return "." }
        let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }
}
