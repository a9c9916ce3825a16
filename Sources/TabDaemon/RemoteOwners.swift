import DBusInterface
import TabInterface
import TabModel

/// Which view controller a client's object is: found at once, however many there are.
struct RemoteOwners {
    private var ids: [String: [ObjectPath: ViewControllerID]] = [:]

    /// The unique names of all that own view controllers.
    var clients: Dictionary<String, [ObjectPath: ViewControllerID]>.Keys { ids.keys }

    subscript(client: ClientObject) -> ViewControllerID? {
        get { ids[client.name]?[client.path] }
        set {
            ids[client.name, default: [:]][client.path] = newValue
            if ids[client.name]?.isEmpty == true { ids[client.name] = nil }
        }
    }

    /// Forgets a client.
    ///
    /// - Returns: What it owned, in the order in which it was made.
    mutating func removeAll(of client: String) -> [ViewControllerID] {
        ids.removeValue(forKey: client)?.values.sorted() ?? []
    }
}
