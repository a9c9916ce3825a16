internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import Logging
internal import TabInterface

/// Connects a plugin process with its daemon, opens the library, and ends the process.
@EventLoop
final class HostService {
    private typealias Wire = SupervisionInterface

    private let id: String
    private let log: Logger
    private let numbers: [Int32]
    private let partingCode: Int32
    private var signals: [LoopSignal] = []
    private var mainQueue: MainQueue?
    private var connection: Connection?
    private var plugin: HostedPlugin?

    /// - Parameters:
    ///   - id: The plugin of this process.
    ///   - numbers: The signals that end the process. They must be blocked.
    ///   - partingCode: The exit status after a lost connection.
    nonisolated init(_ id: String, endingWith numbers: [Int32], partingCode: Int32) {
        self.id = id
        self.numbers = numbers
        log = Logger(label: "tabd.host.\(id)")
        self.partingCode = partingCode
    }

    func start(at address: String, token: String) {
        signals = numbers.map { LoopSignal($0) { Self.end(0) } }
        mainQueue = MainQueue { [unowned self] in plugin?.plugin.willRun() }
        do throws(DBusError) {
            let connection = try Connection.peer(at: address)
            self.connection = connection
            connection.onDisconnect = { [partingCode] in Self.end(partingCode) }
            try serve(try BlockingCalls(on: connection).call(Wire.hello, at: Wire.path, token), connection)
        } catch {
            // The daemon may have ended the process on purpose, which is not an error.
            log.log(level: connection?.isConnected == false ? .notice : .critical, "\(error.message)")
            Self.end(1)
        }
    }

    /// - Parameter values: The daemon's reply to `Hello`.
    private func serve(_ values: [String: Variant], _ connection: Connection) throws(DBusError) {
        guard let id: String = values["Id"]?.get(), let library: String = values["Library"]?.get() else {
            throw .invalidArgs("the daemon's reply names no plugin")
        }
        values["LogLevel"]?.get(as: String.self).flatMap(Logger.Level.init(rawValue:)).map(JournalLogHandler.setLevel)
        guard id == self.id else { throw .accessDenied("the token is for plugin '\(id)', not for '\(self.id)'") }
        let calls = BlockingCalls(on: connection)
        do throws(DBusError) {
            let contract = ProcessContract(connection, plugin: id)
            var wasEntered = false
            let plugin = HostedPlugin(
                try LoadedPlugin.load(
                    CheckedFolder.openLibrary(at: library), id: id, dataDirectory: values["DataDirectory"]?.get(),
                    contract: contract, wasEntered: &wasEntered), contract, connection)
            self.plugin = plugin
            plugin.serve()
            // The process offers its classes as any client does.
            try calls.call(
                ManagerInterface.registerClasses, at: TabNames.root, Wire.factoryPath,
                values["Classes"]?.get() ?? [], [:])
            try connection.notify(Wire.ready, at: Wire.path, on: nil)
        } catch {
            // The reason must arrive before this process ends. The daemon may end it at once.
            try? calls.call(Wire.failed, at: Wire.path, error.message)
            Self.end(1)
        }
    }

    /// Exits at once: the destructors of a plugin's library are its code too, and their results are not needed.
    private static func end(_ code: Int32) -> Never { _exit(code) }
}
