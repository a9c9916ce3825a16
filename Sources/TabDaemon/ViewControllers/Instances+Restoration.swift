import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// The instances of restored view controllers, which may have to wait for their plugins.
extension Instances {
    /// Creates the instance of a restored view controller. On failure the view controller stays, with a
    /// `FailureReason`.
    ///
    /// An instance with defaults can set its properties in `create`, as a new one can (`I-2`).
    func makeOwner(of id: ViewControllerID, _ record: ControllerRecord) -> Bool {
        guard !crashMarkers.suspectedControllers.contains(id) else {
            let reason = """
                tabd crashed while it restored or showed this \(record.type), so it was skipped; its data is kept, and \
                Respawn tries again
                """
            log.error("\(id.path): \(reason)")
            loseOwner(of: id, record, reason)
            return false
        }
        do throws(DBusError) {
            let offer = try classes.offer(for: record)
            try requireKind(of: id, offer.pluginClass, type: record.type)
            if record.isDefault { setItem(of: id, record, offer) }
            crashMarkers.setCrashMarker(for: id)
            let owner = try makeInstance(
                of: id, record, offer, origin: record.isDefault ? .restoredAtDefaults : .restored)
            records.waiting.remove(id, record)
            record.classOwner.noteInstance(of: offer)
            owner.whenReady { error in
                // Later instances of a lazy view controller continue the first one.
                if error == nil, record.isLazy { record.isDefault = false }
            }
            return true
        } catch {
            let plugin = plugins.registry?.plugin(record.pluginID)
            let reason = missingClass(of: record, error)
            // A page of a plugin that works is not a failure: the plugin creates it when it needs it.
            if record.isListed || plugin?.isUsable != true {
                log.warning("\(id.path) waits for its class: \(reason)")
            }
            loseOwner(
                of: id, record, "waiting for its plugin; its data is kept: \(reason)",
                plugin?.state == .quarantined ? .quarantined : .waiting)
            return false
        }
    }

    /// The reason why the class of a restored view controller is missing. The error of a creation also lists all types,
    /// which is of no use here.
    private func missingClass(of record: ControllerRecord, _ error: DBusError) -> String {
        let owner = record.classOwner
        let isOfClient = owner.busName != nil || owner.client != nil || classes.isOffered(record.type)
        guard error.tabError == .noSuchType, !isOfClient else { return error.message }
        guard plugins.registry?.plugin(record.pluginID) != nil else {
            return "neither a plugin nor a client offers '\(record.type)'"
        }
        return record.isListed
            ? "the plugin '\(record.pluginID)' has no class '\(record.type)'"
            : "the plugin '\(record.pluginID)' has not created this page again"
    }

    /// Destroys the restored pages that nothing contains and that their plugin has not created again, although it has
    /// restored everything else. Its code had popped and kept them, and no client can show them.
    ///
    /// While anything else of the plugin could not be restored, all of them stay with their data.
    func discardUnclaimedPages(of plugin: String) {
        let own = records.all.filter { $0.value.pluginID == plugin && !($0.value.owner is RemoteViewController) }
        let isHealthy = own.values.allSatisfy { record in
            !record.isListed || record.state == .lazy || record.state.isReady && record.stateDecodingError == nil
        }
        guard isHealthy else { return }
        let nodes = delivery.hierarchy.nodes
        for (id, record) in own.sorted(by: { $0.key < $1.key })
        where !record.isListed && record.hasNoInstance && !crashMarkers.suspectedControllers.contains(id)
            && nodes.kind(of: id) == .plain && nodes.owner(of: id) == nil && nodes.presentation(by: id) == nil
        {
            log.info("\(id.path) is destroyed: nothing contains it, and its plugin has not created it again")
            discard(id)
        }
    }

    /// Throws `PluginUnavailable` if the class of a restored view controller has changed between plain and tab bar
    /// controller. Its commands for its own tabs would then apply to the tabs of its container.
    func requireKind(of id: ViewControllerID, _ pluginClass: Manifest.PluginClass, type: String) throws(DBusError) {
        let isTabBarController = delivery.hierarchy.nodes.kind(of: id) == .tabBarController
        guard isTabBarController != (pluginClass.superclass == "TabBarController") else { return }
        throw .pluginUnavailable(
            "'\(type)' is now a \(pluginClass.superclass), but the view controller was restored as a "
                + (isTabBarController ? "TabBarController" : "ViewController"))
    }

    /// Passes the restorable state to the owner.
    func decodeState(of id: ViewControllerID) {
        guard let record = records[id], let owner = record.owner, let state = states.restorableState(of: id, record)
        else {
            return
        }
        record.restorableState = state
        crashMarkers.setCrashMarker(for: id)
        owner.decodeRestorableState(state)
    }

    /// Delays a call until the instance of a restored view controller is created.
    ///
    /// - Returns: false when there is nothing to wait for, or too many calls already wait.
    func waitForInstance(of id: ViewControllerID, _ body: @escaping @EventLoop () -> Void) -> Bool {
        guard let record = records[id], record.state == .restoring, let owner = record.owner,
            owner.isAwaited, record.callsForInstance < Self.maximumCallsForInstance
        else { return false }
        record.callsForInstance += 1
        owner.whenReady { _ in
            record.callsForInstance -= 1
            body()
        }
        return true
    }

    /// Sets the initial item of a lazy view controller, whose instance is not needed yet (`H-2`).
    func setItem(ofLazy id: ViewControllerID, _ record: ControllerRecord) {
        if let offer = try? classes.offer(for: record) { setItem(of: id, record, offer) }
    }

    /// Sets the initial item (`H-2`), except for properties that were written before.
    private func setItem(of id: ViewControllerID, _ record: ControllerRecord, _ offer: ClassOffer) {
        let item = delivery.hierarchy.nodes.tabBarItem(of: id)
        let change = TabBarItemChange(
            title: item.title == nil && !record.hasGivenTitle ? offer.pluginClass.title : nil,
            image: item.image == nil && !record.hasGivenImage
                ? properties.images.icon(of: offer.pluginClass, in: offer.plugin) : nil)
        try? properties.setTabBarItem(change, of: id)
    }

    /// Tries again to create the missing instances, as their plugins may be available now.
    func respawnWaitingInstances() {
        let ids = records.all.filter {
            $0.value.isWaitingForPlugin && !crashMarkers.suspectedControllers.contains($0.key)
        }.map(\.key)
            .sorted()
        for id in ids where plugins.plugin(of: id) != nil { respawnInstance(of: id) }
        watchForPlugins()
    }

    /// Watches the plugin folders while a view controller waits for its plugin.
    func watchForPlugins() {
        let isWaiting = records.all.contains {
            $0.value.isWaitingForPlugin && !crashMarkers.suspectedControllers.contains($0.key)
        }
        guard isWaiting else { return plugins.watch = nil }
        guard plugins.watch == nil else { return }
        plugins.watch = plugins.registry?.watchFolders { [unowned self] in findPlugins(in: plugins.searchPath) }
    }

    /// Creates the instance of a view controller that lost it, as its client asks.
    ///
    /// - Parameter completion: Gets nil when the instance exists, or the error.
    func respawn(_ id: ViewControllerID, completion: @escaping @EventLoop (DBusError?) -> Void) throws(DBusError) {
        let record = records[id]
        guard let record, !record.pluginID.isEmpty else {
            throw .notSupported("\(id.path) has type '\(record?.type ?? "")', which is not a plugin's class")
        }
        records.needInstance(of: id)
        if record.isWaitingForPlugin {
            crashMarkers.clearCrashMarker(of: id)
            respawnInstance(of: id)
        }
        guard let owner = record.owner else { throw .pluginUnavailable("\(id.path): \(record.failureReason)") }
        guard !record.state.isReady else { return completion(nil) }
        guard let plugin = plugins.plugin(of: id) else { return owner.whenReady(completion) }
        plugin.respawn(id, completion: completion)
    }

    /// Tries to create a missing instance. A suspected view controller is skipped until its crash marker is cleared.
    func respawnInstance(of id: ViewControllerID) {
        guard let record = records[id], record.isWaitingForPlugin else { return }
        if !crashMarkers.suspectedControllers.contains(id) { crashMarkers.setCrashMarker(for: id) }
        if makeOwner(of: id, record), let owner = record.owner {
            decodeState(of: id)
            catchUp(owner, with: id, record)
            (owner as? RemoteViewController)?.restorationEnded()
        }
        store.endRestoring()
        bus.tree.markChanged(id.path)
    }

    /// Creates the instances of lazy view controllers that are needed, because their view controllers are displayed or have a view.
    ///
    /// - Parameter changed: The view controllers that have changed; nil for all. Only their trees can have other needs, and
    ///   one client can have tens of thousands of lazy view controllers.
    /// - Returns: Whether there were any.
    func createLazyInstances(after changed: Set<ViewControllerID>? = nil) -> Bool {
        guard !records.lazy.isEmpty, !delivery.isRestoring else { return false }
        let nodes = delivery.hierarchy.nodes
        var needed = (changed?.intersection(records.lazy) ?? records.lazy).filter(nodes.isViewLoaded)
        for root in Set((changed ?? records.lazy).filter(nodes.contains).map(nodes.root)) {
            needed.formUnion(nodes.displayedInTabs(of: root).filter(records.lazy.contains))
        }
        for id in needed.sorted() {
            records.needInstance(of: id)
            respawnInstance(of: id)
        }
        if !needed.isEmpty { watchForPlugins() }
        return !needed.isEmpty
    }

    /// Searches for plugins again, and creates the instances that were waiting for them.
    func findPlugins(in searchPath: [String]) {
        plugins.find(in: searchPath)
        classes.yieldToPlugins()
        respawnWaitingInstances()
    }
}
