package import DBusInterface
import EventLoop

/// What this module asks of the bus itself.
enum BusDriver {
    static let name = "org.freedesktop.DBus"
    static let path: ObjectPath = "/org/freedesktop/DBus"

    static let hello = Method<() -> String>(
        "Hello", returns: "unique_name", summary: "Joins the bus, before anything else.")
    static let requestName = Method<(String, UInt32) -> UInt32>(
        "RequestName", "name", "flags", returns: "result", summary: "Asks for a well-known name.")
    static let releaseName = Method<(String) -> UInt32>(
        "ReleaseName", "name", returns: "result", summary: "Gives a well-known name back.")
    static let getNameOwner = Method<(String) -> String>(
        "GetNameOwner", "name", returns: "unique_name", summary: "Tells who owns a name.")
    static let addMatch = Method<(String) -> Void>("AddMatch", "rule", summary: "Asks for signals.")
    static let getConnectionCredentials = Method<(String) -> [String: Variant]>(
        "GetConnectionCredentials", "name", returns: "credentials", summary: "Tells who is behind a connection.")
}

/// Who is behind a connection, as the bus tells it. A sandboxed caller has the process id of its proxy.
package struct Credentials: Hashable, Sendable {
    package let userID: UInt32?
    package let processID: UInt32?
}

extension Connection {
    /// Asks for a name without waiting in a queue for it.
    ///
    /// - Parameter replacing: take it from an owner that allows it. The name may be taken from us in the same way.
    /// - Returns: whether it is ours now; false: another instance has it.
    package func requestName(_ name: String, replacing: Bool) async throws(DBusError) -> Bool {
        try await EventLoop.result { requestName(name, replacing: replacing, completion: $0) }
    }

    /// The same with a completion. A waiting `async` function wakes libdispatch's pool, which then ticks every second:
    /// what must not wake up in idle uses this one.
    package func requestName(
        _ name: String, replacing: Bool, completion: @escaping @EventLoop (Result<Bool, DBusError>) -> Void
    ) {
        let flags: UInt32 = 1 /* allow replacement */ | 4 /* do not queue */ | (replacing ? 2 : 0)
        call(
            BusDriver.requestName, of: BusDriver.name, at: BusDriver.path, on: BusDriver.name, name, flags,
            timeout: callTimeout
        ) { completion($0.map { $0 == 1 || $0 == 4 }) }
    }

    package func releaseName(_ name: String) async throws(DBusError) {
        _ = try await call(BusDriver.releaseName, of: BusDriver.name, at: BusDriver.path, on: BusDriver.name, name)
    }

    /// The unique name behind a name; nil when nobody owns it.
    package func owner(
        of name: String, completion: @escaping @EventLoop (Result<String?, DBusError>) -> Void
    ) {
        call(
            BusDriver.getNameOwner, of: BusDriver.name, at: BusDriver.path, on: BusDriver.name, name,
            timeout: callTimeout
        ) { result in
            switch result {
            case .success(let owner): completion(.success(owner))
            case .failure(let error) where error.name == DBusError.standardPrefix + "NameHasNoOwner":
                completion(.success(nil))
            case .failure(let error): completion(.failure(error))
            }
        }
    }

    /// The unique name behind a name; nil when nobody owns it.
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
            BusDriver.getConnectionCredentials, of: BusDriver.name, at: BusDriver.path, on: BusDriver.name, name,
            timeout: callTimeout
        ) { result in
            completion(
                result.map { values in
                    Credentials(userID: values["UnixUserID"]?.get(), processID: values["ProcessID"]?.get())
                })
        }
    }
}
