import EventLoop
import TabModel

/// The view controllers that wait for a client with their class, by the type and the owner of the class. So a registration
/// costs no more than what it touches.
///
/// A view controller that has an owner again stays until it is looked up. Each is in the list once.
struct WaitingInstances {
    private struct Key: Hashable {
        let type: String
        /// The bus name of the client, else its unique name; nil for a class of a plugin.
        let owner: String?
    }

    private var ids: [Key: Set<ViewControllerID>] = [:]

    @EventLoop
    mutating func insert(_ id: ViewControllerID, _ record: ControllerRecord) {
        ids[Self.key(of: record), default: []].insert(id)
    }

    @EventLoop
    mutating func remove(_ id: ViewControllerID, _ record: ControllerRecord) {
        let key = Self.key(of: record)
        ids[key]?.remove(id)
        if ids[key]?.isEmpty == true { ids[key] = nil }
    }

    /// Returns and removes the view controllers of some types whose class has one of these owners, in the order of
    /// creation. Some may not wait any more.
    mutating func removeAll(ofTypes types: [String], of owners: [String?]) -> [ViewControllerID] {
        var found: Set<ViewControllerID> = []
        for type in types {
            for case let owner? in owners {
                found.formUnion(ids.removeValue(forKey: Key(type: type, owner: owner)) ?? [])
            }
        }
        return found.sorted()
    }

    @EventLoop
    private static func key(of record: ControllerRecord) -> Key {
        Key(type: record.type, owner: record.classOwner.busName ?? record.classOwner.client)
    }
}
