internal import CDBus
internal import CSystemd
package import DBusInterface
internal import EventLoop
internal import Glibc

extension Connection {
    /// Connects to a bus and sends Hello. This blocks until the bus has replied.
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

    /// Connects to a bus without blocking the loop.
    ///
    /// - Parameter timeout: How long the bus may take to reply, in milliseconds.
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
        connection.join(timeout: timeout, completion: completion)
    }

    /// Sends Hello without blocking the loop, and closes the connection if the bus refuses it.
    ///
    /// - Parameter timeout: In milliseconds; `Int32.max` for none.
    func join(timeout: Int32, completion: @escaping @EventLoop (Result<Connection, DBusError>) -> Void) {
        call(BusDriver.hello, at: BusDriver.path, on: BusDriver.name, timeout: timeout) { answer in
            let result = answer.flatMap { (name: String) -> Result<Connection, DBusError> in
                dbus_bus_set_unique_name(self.raw, name) != 0
                    ? .success(self) : .failure(.noMemory("not enough memory for a connection"))
            }
            if case .success = result { self.watchNames() } else { self.close() }
            completion(result)
        }
    }

    /// The same for callers in a task.
    package static func joiningBus(at address: String, timeout: Int32) async throws(DBusError) -> Connection {
        try await EventLoop.result { joinBus(at: address, timeout: timeout, completion: $0) }
    }

    /// Connects to a peer that listens at an address.
    package static func peer(at address: String) throws(DBusError) -> Connection {
        let connection = try Connection(opening: address, isBus: false)
        try connection.start()
        return connection
    }

    convenience init(opening address: String, isBus: Bool) throws(DBusError) {
        guard !address.utf8.contains(0) else { throw .invalidArgs("the address holds a NUL") }
        self.init(try DBusError.reported { dbus_connection_open_private(address, &$0) }, isBus: isBus)
    }

    /// Subscribes to the signals about clients that leave the bus.
    private func watchNames() {
        addMatch("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''")
    }
}

/// The address of the session bus.
package enum BusAddress {
    /// Returns `$DBUS_SESSION_BUS_ADDRESS`, else the socket in `$XDG_RUNTIME_DIR`; nil when neither is set.
    package static func session(in environment: (String) -> String?) -> String? {
        if let address = environment("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty { return address }
        guard let directory = environment("XDG_RUNTIME_DIR"), !directory.isEmpty else { return nil }
        guard let path = dbus_address_escape_value(directory) else { return nil }
        defer { dbus_free(path) }
        return "unix:path=\(String(cString: path))/bus"
    }

    /// Returns the paths of the sockets that an address names; empty for an address without a file, or an invalid one.
    package static func sockets(in address: String) -> [String] {
        var entries: UnsafeMutablePointer<OpaquePointer?>?
        var count: Int32 = 0
        guard !address.utf8.contains(0), dbus_parse_address(address, &entries, &count, nil) != 0, let entries else {
            return []
        }
        defer { dbus_address_entries_free(entries) }
        return (0..<Int(count)).compactMap { index in
            entries[index].flatMap { dbus_address_entry_get_value($0, "path") }.map { String(cString: $0) }
        }
    }
}

/// A process that is not a child of this one. It stays the same process even if its number is reused.
package final class OtherProcess {
    package let processID: Int32
    private let descriptor: Int32

    /// Returns nil when no process has this number.
    package init?(_ processID: Int32) {
        self.processID = processID
        descriptor = open_pidfd(processID)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Sends a signal. This does nothing if the process has ended or belongs to another user.
    package func send(_ signal: Int32) { _ = signal_pidfd(descriptor, signal) }
}

/// The process that started this one.
package enum ParentProcess {
    /// Makes the kernel kill this process with SIGKILL when its parent ends.
    ///
    /// The kernel watches the parent's thread that started this process, so that thread must live as long as the
    /// parent.
    ///
    /// - Returns: False when the parent has already ended.
    package static func bindLife() -> Bool {
        let parent = getppid()
        return die_with_parent() && getppid() == parent
    }
}
