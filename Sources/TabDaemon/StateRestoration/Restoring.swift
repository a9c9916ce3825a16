import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// State restoration from the store, before the daemon serves.
extension Daemon {
    private static let maximumCallsForInstance = 64

    /// Restores all view controllers from the store.
    func restore() {
        guard let contents else { return }
        self.contents = nil
        isRestoring = true
        defer { isRestoring = false }
        logStoreNotices()
        if case .unsaved = store.condition { storeConditionDidChange(store.condition) }
        store.onConditionChange = { condition in
            EventLoop.post { [weak self] in self?.storeConditionDidChange(condition) }
        }
        var errors: [String] = []
        let rows = contents.controllers.map { RestorableController($0, errors: &errors) }
        hierarchy.reserve(rows.flatMap { [$0.archive.id] + $0.archive.partIDs })
        let live = rows.filter { $0.destroyed == 0 && $0.isRestorable }
        let kept = Dictionary(live.map { ($0.archive.id, $0) }) { first, _ in first }
        let restoration = Restoration(of: live.map(\.archive), in: &hierarchy)
        // Refused view controllers stay in the store.
        let isKept = errors.isEmpty && restoration.errors.count == restoration.refused.count
        reportDamage(errors + restoration.errors, isKept: isKept)
        // With a copy of the damaged rows set aside, they can be overwritten.
        let isRepaired = !errors.isEmpty && store.keepCopy()
        suspectedControllers = Set(contents.interrupted.map { ViewControllerID($0) })
        for id in restoration.restored {
            guard let controller = kept[id] else { continue }
            let record = ControllerRecord(controller)
            record.isUnclaimed = !controller.archive.restorationIdentifier.isEmpty
            if !isRepaired { record.savedHash = controller.hashValue }
            if restoration.defaults.contains(id) {
                record.preferredFocusedView = 0
                record.isDefault = true
                // Its state is removed from the store.
                changedStates.insert(id)
            }
            records[id] = record
        }
        // The next owner of a view controller with defaults starts without a state (I-6).
        changedStates.formUnion(restoration.defaults)
        deliverEvents()
        let gone = Set(rows.filter { $0.destroyed == 0 }.map(\.archive.id)).subtracting(restoration.restored)
            .subtracting(restoration.refused)
        removed.formUnion(gone)
        restoreDestroyed(rows)
        if isRepaired { unsavedDestroyed.formUnion(destroyed.map(\.id)) }
        restoreOwners(of: restoration)
        for id in restoration.restored {
            if let controller = kept[id], !restoration.defaults.contains(id) { restoreWindow(of: id, controller) }
        }
        watchForPlugins()
        // The initial states are not announced as changes; later ones are.
        for (id, record) in records where record.state != .ready { tree.markChanged(id.path) }
        tree.announceChanges()
        if !restoration.restored.isEmpty { log.info("restored \(restoration.restored.count) view controllers") }
        commitChanges()
    }

    private func restoreDestroyed(_ rows: [RestorableController]) {
        var rows = rows.filter { $0.destroyed > 0 && !hierarchy.nodes.contains($0.archive.id) }
        rows.sort { $0.destroyed < $1.destroyed }
        let archives = Restoration.mend(destroyed: rows.map(\.archive), in: &hierarchy)
        for (index, archive) in zip(rows.indices, archives) { rows[index].archive = archive }
        destroyed = rows.map { DestroyedController($0) }
    }

    /// Creates the instances, containers first. All are created before the first one decodes its state (`R9`).
    private func restoreOwners(of restoration: Restoration) {
        let ids = restoration.restored.sorted { (depth(of: $0), $0) < (depth(of: $1), $1) }
        var made: [ViewControllerID] = []
        for id in ids {
            guard let record = records[id], record.remotePath.isNone else {
                records[id]?.setHealth(.failed, "its owner must register it again")
                continue
            }
            // Its container may have created it meanwhile.
            guard record.isWaitingForPlugin else { continue }
            if makeOwner(of: id, record), !record.isDefault { made.append(id) }
        }
        for id in made { decodeState(of: id) }
        for id in ids {
            guard let record = records[id], let owner = record.owner else { continue }
            setCrashMarker(for: id)
            catchUp(owner, with: id, record)
        }
        store.endRestoring()
    }

    /// The number of ancestors of a view controller, including presenting view controllers.
    func depth(of id: ViewControllerID) -> Int {
        var depth = 0
        var current = id
        while let owner = hierarchy.nodes.owner(of: current) {
            depth += 1
            current = owner
        }
        return depth
    }

    /// Restores the properties of a window, including AlwaysVisible.
    func restoreWindow(of id: ViewControllerID, _ kept: RestorableController) {
        guard let window = kept.archive.window, kept.isAlwaysVisible || window != Window(profile: window.profile) else {
            return
        }
        attachments[id] = Attachments(
            writtenSize: window.size, isAlwaysVisible: kept.isAlwaysVisible, writtenColorScheme: window.colorScheme)
        if hierarchy.nodes.owner(of: id) == nil { resumeWindow(of: id) }
    }

    // MARK: Single view controllers

    /// Creates the instance of a restored view controller. On failure the view controller stays, with a
    /// `FailureReason`.
    ///
    /// An instance with defaults can set its properties in `create`, as a new one can (`I-2`).
    private func makeOwner(of id: ViewControllerID, _ record: ControllerRecord) -> Bool {
        guard !suspectedControllers.contains(id) else {
            let reason = """
                tabd crashed while it restored or showed this \(record.type), so it was skipped; its data is kept, and \
                Respawn tries again
                """
            log.error("\(id.path): \(reason)")
            record.setHealth(.failed, reason)
            return false
        }
        do throws(DBusError) {
            guard let registry else { throw .pluginUnavailable("plugins are not available") }
            let (plugin, pluginClass) = try registry.pluginClass(ofType: record.type)
            try requireKind(of: id, pluginClass, type: record.type)
            if record.isDefault { setItem(of: id, pluginClass) }
            setCrashMarker(for: id)
            record.setHealth(.restarting, "the plugin is starting")
            let owner = try makeInstance(
                of: id, record, pluginClass, of: plugin,
                origin: record.isDefault ? .restoredAtDefaults : .restored)
            record.owner = owner
            record.isOnProbation = plugin.isolation == .inProcess
            if record.isOnProbation { record.setHealth(.ready, "") }
            record.isBeingRestored = true
            owner.whenReady { _ in record.isBeingRestored = false }
            return true
        } catch {
            let health = registry?.plugin(record.pluginID)?.state == .quarantined ? OwnerHealth.quarantined : .failed
            log.warning("\(id.path) waits for its plugin: \(error.message)")
            record.setHealth(health, "waiting for its plugin; its data is kept: \(error.message)")
            return false
        }
    }

    /// Throws `PluginUnavailable` if the class of a restored view controller has changed between plain and tab bar
    /// controller. Its commands for its own tabs would then apply to the tabs of its container.
    func requireKind(of id: ViewControllerID, _ pluginClass: Manifest.PluginClass, type: String) throws(DBusError) {
        let isTabBarController = hierarchy.nodes.kind(of: id) == .tabBarController
        guard isTabBarController != (pluginClass.superclass == "TabBarController") else { return }
        throw .pluginUnavailable(
            "'\(type)' is now a \(pluginClass.superclass), but the view controller was restored as a "
                + (isTabBarController ? "TabBarController" : "ViewController"))
    }

    /// Passes the restorable state to the owner.
    private func decodeState(of id: ViewControllerID) {
        guard let record = records[id], let owner = record.owner, let state = restorableState(of: id, record) else {
            return
        }
        record.restorableState = state
        setCrashMarker(for: id)
        owner.decodeRestorableState(state)
    }

    /// Delays a call until the instance of a restored view controller is created.
    ///
    /// - Returns: false when there is nothing to wait for, or too many calls already wait.
    func waitForInstance(of id: ViewControllerID, _ body: @escaping @EventLoop () -> Void) -> Bool {
        guard let record = records[id], record.isBeingRestored, let owner = record.owner,
            record.callsForInstance < Self.maximumCallsForInstance
        else { return false }
        record.callsForInstance += 1
        owner.whenReady { _ in
            record.callsForInstance -= 1
            body()
        }
        return true
    }

    /// Sets the initial item (`H-2`), except for properties that were written in the meantime.
    private func setItem(of id: ViewControllerID, _ pluginClass: Manifest.PluginClass) {
        let item = hierarchy.nodes.tabBarItem(of: id)
        let change = TabBarItemChange(
            title: item.title == nil ? pluginClass.title : nil, image: item.image == nil ? pluginClass.icon : nil)
        try? setTabBarItem(change, of: id.rawValue, isCreating: false)
    }

    /// Tries again to create the missing instances, as their plugins may be available now.
    func respawnWaitingInstances() {
        let ids = records.filter { $0.value.isWaitingForPlugin && !suspectedControllers.contains($0.key) }.map(\.key)
            .sorted()
        for id in ids where plugin(of: id) != nil { respawnInstance(of: id) }
        watchForPlugins()
    }

    /// Watches the plugin folders while a view controller waits for its plugin.
    func watchForPlugins() {
        let isWaiting = records.contains { $0.value.isWaitingForPlugin && !suspectedControllers.contains($0.key) }
        guard isWaiting else { return pluginWatch = nil }
        guard pluginWatch == nil else { return }
        pluginWatch = registry?.watchFolders { [unowned self] in findPlugins(in: pluginPath) }
    }

    /// Tries to create a missing instance. A suspected view controller is skipped until its crash marker is cleared.
    func respawnInstance(of id: ViewControllerID) {
        guard let record = records[id], record.isWaitingForPlugin else { return }
        if !suspectedControllers.contains(id) { setCrashMarker(for: id) }
        if makeOwner(of: id, record), let owner = record.owner {
            decodeState(of: id)
            catchUp(owner, with: id, record)
        }
        store.endRestoring()
        tree.markChanged(id.path)
    }
}
