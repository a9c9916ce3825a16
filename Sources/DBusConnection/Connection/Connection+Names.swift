package import DBusInterface
import EventLoop

/// The interface of the bus daemon, as far as this module uses it.
enum BusDriver: ContractInterface {
    static let name = "org.freedesktop.DBus"
    static let summary = "The bus itself."
    static let path: ObjectPath = "/org/freedesktop/DBus"

    static let hello: Method<() -> String> = method(
        "Hello", returns: "unique_name", summary: "Joins the bus. This is the first call.")
    static let requestName: Method<(String, UInt32) -> UInt32> = method(
        "RequestName", "name", "flags", returns: "result", summary: "Requests a well-known name.")
    static let releaseName: Method<(String) -> UInt32> = method(
        "ReleaseName", "name", returns: "result", summary: "Releases a well-known name.")
    static let getNameOwner: Method<(String) -> String> = method(
        "GetNameOwner", "name", returns: "unique_name", summary: "Returns the owner of a name.")
    static let addMatch: Method<(String) -> Void> = method("AddMatch", "rule", summary: "Asks for signals.")
    static let removeMatch: Method<(String) -> Void> = method(
        "RemoveMatch", "rule", summary: "Ends the subscription to signals.")
    static let getConnectionCredentials: Method<(String) -> Credentials> = method(
        "GetConnectionCredentials", "name", returns: "credentials", summary: "Returns the user and process of a client."
    )
}

/// The process and user of a client, as reported by the bus. A sandboxed client has the process ID of its proxy.
package struct Credentials: Hashable, Sendable {
    package let userID: UInt32?
    package let processID: UInt32?
}

/// The reply of the bus, a dictionary. Only its numbers are read: dbus 1.16, as in Debian 13, also sends a file descriptor,
/// and no variant can contain one.
extension Credentials: DBusType {
    package static var signature: String { [String: Variant].signature }
    package static var typeDescription: TypeDescription { [String: Variant].typeDescription }

    private init(_ numbers: [String: UInt32]) {
        self.init(userID: numbers["UnixUserID"], processID: numbers["ProcessID"])
    }

    package static func read(from reader: some DBusReader) throws(DBusError) -> Credentials {
        var numbers: [String: UInt32] = [:]
        try reader.enter()
        while !reader.isAtEnd {
            try reader.enter()
            let name = try reader.readString()
            try reader.enter()
            if try reader.nextSignature == UInt32.signature { numbers[name] = try UInt32.read(from: reader) }
            // Skips what was not read.
            try reader.leave()
            try reader.leave()
        }
        try reader.leave()
        return Credentials(numbers)
    }

    private var values: [String: Variant] {
        ["UnixUserID": userID, "ProcessID": processID].compactMapValues { $0?.variant }
    }

    package func write(to writer: some DBusWriter) throws(DBusError) { try values.write(to: writer) }

    package init?(variant: Variant) {
        guard let values = [String: Variant](variant: variant) else { return nil }
        self.init(values.compactMapValues { $0.get() })
    }

    package var variant: Variant { values.variant }
}

extension Connection {
    /// Requests a name without queueing for it.
    ///
    /// - Parameter replacing: Whether to replace an owner that allows it. Another client may then replace us in the
    ///   same way.
    /// - Returns: Whether this connection owns the name now; false if another instance does.
    package func requestName(_ name: String, replacing: Bool) async throws(DBusError) -> Bool {
        try await EventLoop.result { requestName(name, replacing: replacing, completion: $0) }
    }

    /// The same with a completion. A waiting `async` function wakes libdispatch's pool, which then ticks every second.
    /// Code that must not wake an idle process uses this function.
    package func requestName(
        _ name: String, replacing: Bool, completion: @escaping @EventLoop (Result<Bool, DBusError>) -> Void
    ) {
        let flags: UInt32 = 1 /* allow replacement */ | 4 /* do not queue */ | (replacing ? 2 : 0)
        call(
            BusDriver.requestName, at: BusDriver.path, on: BusDriver.name, name, flags,
            timeout: callTimeout
        ) { completion($0.map { $0 == 1 || $0 == 4 }) }
    }

    package func releaseName(_ name: String) async throws(DBusError) {
        _ = try await call(BusDriver.releaseName, at: BusDriver.path, on: BusDriver.name, name)
    }

    /// Finds the unique name of a name's owner; nil when the name has no owner.
    package func owner(
        of name: String, completion: @escaping @EventLoop (Result<String?, DBusError>) -> Void
    ) {
        call(
            BusDriver.getNameOwner, at: BusDriver.path, on: BusDriver.name, name,
            timeout: callTimeout
        ) { result in
            switch result {
            case .success(let owner): completion(.success(owner))
            case .failure(let error) where error.name == DBusError.Name.nameHasNoOwner:
                completion(.success(nil))
            case .failure(let error): completion(.failure(error))
            }
        }
    }

    /// Returns the unique name of a name's owner; nil when the name has no owner.
    package func owner(of name: String) async throws(DBusError) -> String? {
        try await EventLoop.result { owner(of: name, completion: $0) }
    }

    package func credentials(of name: String) async throws(DBusError) -> Credentials {
        try await EventLoop.result { credentials(of: name, completion: $0) }
    }

    /// The same with a completion.
    package func credentials(
        of name: String, completion: @escaping @EventLoop (Result<Credentials, DBusError>) -> Void
    ) {
        call(
            BusDriver.getConnectionCredentials, at: BusDriver.path, on: BusDriver.name, name,
            timeout: callTimeout, completion: completion)
    }
}
