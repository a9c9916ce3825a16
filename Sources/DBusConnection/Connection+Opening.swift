internal import CDBus
package import DBusInterface

extension Connection {
    /// Connects to a bus and says Hello; blocks until the bus has answered.
    package static func bus(at address: String) throws(DBusError) -> Connection {
        let connection = try Connection(opening: address, isBus: true)
        var failure = CDBusError()
        dbus_error_init(&failure)
        guard dbus_bus_register(connection.raw, &failure) != 0 else {
            connection.close()
            throw DBusError(taking: &failure)
        }
        try connection.start()
        connection.watchNames()
        return connection
    }

    /// The same without blocking the loop.
    ///
    /// - Parameter timeout: How long the bus may take to answer, in milliseconds.
    package static func joinBus(
        at address: String, timeout: Int32, completion: @escaping @EventLoop (Result<Connection, DBusError>) -> Void
    ) {
        let connection: Connection
        do throws(DBusError) {
            connection = try Connection(opening: address, isBus: true)
            try connection.start()
        } catch {
            return completion(.failure(error))
        }
        connection.call(
            BusDriver.hello, of: BusDriver.name, at: BusDriver.path, on: BusDriver.name, timeout: timeout
        ) { answer in
            let result = answer.flatMap { (name: String) -> Result<Connection, DBusError> in
                dbus_bus_set_unique_name(connection.raw, name) != 0
                    ? .success(connection) : .failure(.noMemory("not enough memory for a connection"))
            }
            if case .success = result { connection.watchNames() } else { connection.close() }
            completion(result)
        }
    }

    /// The same, for who waits for it in a task.
    package static func joiningBus(at address: String, timeout: Int32) async throws(DBusError) -> Connection {
        try await EventLoop.result { joinBus(at: address, timeout: timeout, completion: $0) }
    }

    /// Connects to a peer that listens at an address.
    package static func peer(at address: String) throws(DBusError) -> Connection {
        let connection = try Connection(opening: address, isBus: false)
        try connection.start()
        return connection
    }

    private convenience init(opening address: String, isBus: Bool) throws(DBusError) {
        guard !address.utf8.contains(0) else { throw .invalidArgs("the address holds a NUL") }
        self.init(try DBusError.reported { dbus_connection_open_private(address, &$0) }, isBus: isBus)
    }

    /// Who leaves the bus is told from then on.
    private func watchNames() {
        addMatch("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''")
    }
}
