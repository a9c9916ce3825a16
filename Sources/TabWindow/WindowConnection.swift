internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabFrontEnd
internal import TabInterface

/// The connection over which a window finds its controller: to the session bus, or to that of another machine.
@EventLoop
final class WindowConnection {
    let location: BusLocation
    /// The service of the last connection. An attachment replaces it when the bus was away.
    var service: Service?
    /// The program that connects at the moment.
    private var program: ForwardingProgram?

    init(to location: BusLocation, _ service: Service? = nil) {
        self.location = location
        self.service = service
    }

    /// Returns the service of the last connection, or of a new one if that has ended.
    ///
    /// - Parameter onWait: Called before a connection that may take its time.
    func connectedService(onWait: @EventLoop (SSHDestination) -> Void) async throws(DBusError) -> Service {
        if let service, service.bus.isConnected { return service }
        let connection: Connection
        switch location {
        case .address(let address): connection = try Connection.bus(at: address)
        case .host(let host):
            onWait(host)
            // The program in SSH_ASKPASS asks the user. The window may be in the background of a terminal.
            let program = try host.start(asking: .inWindows, isLasting: true)
            self.program = program
            defer { self.program = nil }
            connection = try await program.joinBus(timeout: .max)
        }
        let service = Service(connection, at: location)
        self.service = service
        return service
    }

    /// Writes what is queued, and stops connecting.
    func close() {
        program?.cancel()
        service?.flush(for: .milliseconds(300))
    }

    /// Returns the controller that the user named on the command line.
    func path(of name: String, _ service: Service) async throws(DBusError) -> ObjectPath {
        let isNumber = !name.isEmpty && name.allSatisfy { $0.isASCII && $0.isNumber }
        guard isNumber || name.hasPrefix("/") else { return try await service.manager.getViewController(name) }
        let path = ObjectPath(isNumber ? "\(TabNames.viewControllers)/\(name)" : name)
        guard TabNames.viewController(of: path) != nil else {
            throw .invalidArgument("'\(name.prefix(80))' is not the number or the path of a view controller")
        }
        return path
    }

    /// Explains an error to the user, as a sentence where tabd or the bus is missing.
    func explain(_ error: DBusError) -> String {
        let place = location.host.map { " on \($0.name)" } ?? ""
        return switch MissingReply(error) {
        case .notRunning: "tabd is not running\(place), and this bus can't start it."
        case .notStarted: "The bus failed to start tabd: \(error.message)."
        case .ended: "tabd ended before it replied."
        case .late, .timedOut: "tabd did not reply in time."
        case .disconnected:
            location.host.map { "\($0.name) can't be reached: \(error.message)." }
                ?? "The connection to the session bus is closed."
        case nil: error.message
        }
    }
}
