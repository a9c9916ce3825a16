import DBusInterface
import TabInterface
import TabModel

/// The view controllers of remote owners, by client and object path, with lookup in constant time.
struct RemoteOwners {
    private var ids: [String: [ObjectPath: ViewControllerID]] = [:]

    /// The unique names of all clients that own view controllers.
    var clients: Dictionary<String, [ObjectPath: ViewControllerID]>.Keys { ids.keys }

    subscript(client: ClientObject) -> ViewControllerID? {
        get { ids[client.name]?[client.path] }
        set {
            ids[client.name, default: [:]][client.path] = newValue
            if ids[client.name]?.isEmpty == true { ids[client.name] = nil }
        }
    }

    /// Removes a client.
    ///
    /// - Returns: Its view controllers, in the order of creation.
    mutating func removeAll(of client: String) -> [ViewControllerID] {
        ids.removeValue(forKey: client)?.values.sorted() ?? []
    }
}
