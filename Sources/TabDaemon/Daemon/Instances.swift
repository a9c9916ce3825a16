import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// The instances of view controllers in plugins. A failed `create` removes the view controllers that it created.
extension Daemon {
    /// Creates the instance of a view controller in a plugin, now or asynchronously.
    ///
    /// - Throws: `PluginUnavailable`, `PluginFailed`. The view controllers created within the `create` are removed
    ///   first.
    func makeInstance(
        of id: ViewControllerID, _ record: ControllerRecord, _ pluginClass: Manifest.PluginClass, of plugin: Plugin,
        origin: InstanceOrigin = .new
    ) throws(DBusError) -> any ContentOwner {
        let outer = creations.enter(id)
        let owner: any ContentOwner
        do throws(DBusError) {
            defer { _ = creations.enter(outer) }
            owner = try plugin.makeOwner(
                pluginClass.name, controller: id.rawValue, arguments: record.arguments, origin: origin)
        } catch {
            discardCreations(within: id)
            throw error
        }
        watchCreation(of: id, by: owner)
        return owner
    }

    /// Waits for the result of an owner's `create`.
    func watchCreation(of id: ViewControllerID, by owner: any ContentOwner) {
        owner.whenReady { [unowned self] error in
            if error == nil { creations.succeed(id) } else { discardCreations(within: id) }
        }
    }

    private func discardCreations(within id: ViewControllerID) {
        for created in creations.fail(id) { discard(created.rawValue) }
    }

    func discardCreation(of controller: UInt64) {
        discardCreations(within: ViewControllerID(controller))
        discard(controller)
    }

    func creating(
        within creator: UInt64?, _ body: () throws(DBusError) -> UInt64
    ) throws(DBusError) -> UInt64 {
        let outer = creations.enter(creator.map { ViewControllerID($0) })
        defer { _ = creations.enter(outer) }
        return try body()
    }
}

/// The view controllers that plugins create within the `create` of other ones, until that `create` has succeeded.
struct NestedCreations {
    /// The view controller whose `create` is running; nil for none.
    private(set) var creator: ViewControllerID?
    private var creators: [ViewControllerID: ViewControllerID] = [:]
    private var created: [ViewControllerID: [ViewControllerID]] = [:]

    /// Makes a view controller the creator.
    ///
    /// - Returns: The previous creator.
    mutating func enter(_ id: ViewControllerID?) -> ViewControllerID? {
        defer { creator = id }
        return creator
    }

    /// Records a new view controller under the current creator.
    mutating func note(_ id: ViewControllerID) { assign(id, to: creator) }

    /// Records the success of a `create`. The view controllers that it created now depend on the enclosing `create`, if
    /// any.
    mutating func succeed(_ id: ViewControllerID) {
        let outer = creators[id]
        for child in created.removeValue(forKey: id) ?? [] { assign(child, to: outer) }
    }

    /// Records the failure of a `create` and removes the view controllers created within it, at any depth.
    ///
    /// - Returns: The removed view controllers, newest first.
    mutating func fail(_ id: ViewControllerID) -> [ViewControllerID] {
        var found: [ViewControllerID] = []
        var next = [id]
        while let creator = next.popLast() {
            let children = created.removeValue(forKey: creator) ?? []
            for child in children { creators[child] = nil }
            found += children
            next += children
        }
        return found.sorted(by: >)
    }

    /// Removes a view controller that was destroyed.
    mutating func remove(_ id: ViewControllerID) {
        succeed(id)
        if let creator = creators.removeValue(forKey: id) { created[creator]?.removeAll { $0 == id } }
    }

    private mutating func assign(_ id: ViewControllerID, to creator: ViewControllerID?) {
        creators[id] = creator
        if let creator { created[creator, default: []].append(id) }
    }
}
