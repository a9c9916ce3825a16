import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// Bringing back what the store has, before anybody can look.
extension Daemon {
    private static let maximumCallsForInstance = 64

    func restore() {
        guard let contents else { return }
        self.contents = nil
        isRestoring = true
        defer { isRestoring = false }
        tellNotices()
        if case .unsaved = store.condition { storeIs(store.condition) }
        store.onConditionChange = { condition in EventLoop.post { [weak self] in self?.storeIs(condition) } }
        var faults: [String] = []
        let rows = contents.controllers.map { KeptController($0, faults: &faults) }
        hierarchy.reserve(rows.flatMap { [$0.archive.id] + $0.archive.partIDs })
        let live = rows.filter { $0.destroyed == 0 && $0.canComeBack }
        let kept = Dictionary(live.map { ($0.archive.id, $0) }) { first, _ in first }
        let restoration = hierarchy.restore(live.map(\.archive))
        // Who is left out is in the file for ever.
        let isKept = faults.isEmpty && restoration.errors.count == restoration.refused.count
        storeIsDamaged(faults + restoration.errors, isKept: isKept)
        // With the damaged rows beside it the store gets whole ones.
        let isMended = !faults.isEmpty && store.keepCopy()
        culprits = Set(contents.interrupted.map { ViewControllerID($0) })
        for id in restoration.restored {
            guard let controller = kept[id] else { continue }
            let record = ControllerRecord(controller)
            record.isUnclaimed = !controller.archive.restorationIdentifier.isEmpty
            if !isMended { record.savedHash = controller.hashValue }
            if restoration.defaults.contains(id) {
                record.preferredFocusedView = 0
                record.isDefault = true
                // Nobody gets it back.
                changedStates.insert(id)
            }
            records[id] = record
        }
        // Who takes one of these over begins with it, and gets nothing of what was (I-6).
        changedStates.formUnion(restoration.defaults)
        deliverEvents()
        let gone = Set(rows.filter { $0.destroyed == 0 }.map(\.archive.id)).subtracting(restoration.restored)
            .subtracting(restoration.refused)
        removed.formUnion(gone)
        restoreDestroyed(rows)
        if isMended { unsavedDestroyed.formUnion(destroyed.map(\.id)) }
        restoreOwners(of: restoration)
        for id in restoration.restored {
            if let controller = kept[id], !restoration.defaults.contains(id) { restoreWindow(of: id, controller) }
        }
        watchForPlugins()
        // What they are like now is no news, but what they become is.
        for (id, record) in records where record.state != .ready { tree.markChanged(id.path) }
        tree.announceChanges()
        if !restoration.restored.isEmpty { log.info("restored \(restoration.restored.count) view controllers") }
        commitChanges()
    }

    private func restoreDestroyed(_ rows: [KeptController]) {
        var rows = rows.filter { $0.destroyed > 0 && !hierarchy.contains($0.archive.id) }
        rows.sort { $0.destroyed < $1.destroyed }
        let archives = hierarchy.mend(destroyed: rows.map(\.archive))
        for (index, archive) in zip(rows.indices, archives) { rows[index].archive = archive }
        destroyed = rows.map { DestroyedController($0) }
    }

    /// Makes the instances, all of them before the first one gets its state (`R9`), containers before what is in them.
    private func restoreOwners(of restoration: Hierarchy.Restoration) {
        let ids = restoration.restored.sorted { (depth(of: $0), $0) < (depth(of: $1), $1) }
        var made: [ViewControllerID] = []
        for id in ids {
            guard let record = records[id], record.remotePath.isNone else {
                records[id]?.wait(.failed, "its owner must register it again")
                continue
            }
            // What contains it may have made it meanwhile.
            guard record.isWaitingForPlugin else { continue }
            if makeOwner(of: id, record), !record.isDefault { made.append(id) }
        }
        for id in made { giveState(to: id) }
        for id in ids {
            guard let record = records[id], let owner = record.owner else { continue }
            mark(id)
            catchUp(owner, with: id, record)
        }
        store.endRestoring()
    }

    /// The number of controllers that a controller is in, or that present it.
    func depth(of id: ViewControllerID) -> Int {
        var depth = 0
        var current = id
        while let owner = hierarchy.owner(of: current) {
            depth += 1
            current = owner
        }
        return depth
    }

    /// What was written of a window, and whether it is always visible.
    func restoreWindow(of id: ViewControllerID, _ kept: KeptController) {
        guard let window = kept.archive.window, kept.isAlwaysVisible || window != Window(profile: window.profile) else {
            return
        }
        attachments[id] = Attachments(
            writtenSize: window.size, isAlwaysVisible: kept.isAlwaysVisible, writtenColorScheme: window.colorScheme)
        if hierarchy.owner(of: id) == nil { resumeWindow(of: id) }
    }

    // MARK: One controller

    /// Has the instance of a restored controller made. When that can't be, it stays as it is, and says why.
    ///
    /// What a default one sets while it is made counts, as for a new one (`I-2`).
    private func makeOwner(of id: ViewControllerID, _ record: ControllerRecord) -> Bool {
        guard !culprits.contains(id) else {
            let reason = """
                The daemon died while it restored or showed this \(record.type), so it was left out. Its data is kept; \
                Respawn tries it again.
                """
            log.error("\(id.path): \(reason)")
            record.wait(.failed, reason)
            return false
        }
        do throws(DBusError) {
            guard let registry else { throw .pluginUnavailable("there are no plugins") }
            let (plugin, pluginClass) = try registry.pluginClass(ofType: record.type)
            try requireKind(of: id, pluginClass, type: record.type)
            if record.isDefault { setItem(of: id, pluginClass) }
            mark(id)
            record.wait(.restarting, "The plugin is being started.")
            let owner = try makeInstance(
                of: id, record, pluginClass, of: plugin,
                origin: record.isDefault ? .restoredAtDefaults : .restored)
            record.owner = owner
            record.isUnproven = plugin.isolation == .inProcess
            if record.isUnproven { record.wait(.ready, "") }
            record.isBeingRestored = true
            owner.whenReady { _ in record.isBeingRestored = false }
            return true
        } catch {
            let health = registry?.plugin(record.pluginID)?.state == .quarantined ? OwnerHealth.quarantined : .failed
            log.warning("\(id.path) waits for its plugin: \(error.message)")
            record.wait(health, "It waits for its plugin, and its data is kept: \(error.message)")
            return false
        }
    }

    /// Fails when the class of a restored controller has another kind of controllers by now: what it does to its own
    /// tabs would reach those of whoever has it.
    func requireKind(of id: ViewControllerID, _ pluginClass: Manifest.PluginClass, type: String) throws(DBusError) {
        let isTabBarController = hierarchy.kind(of: id) == .tabBarController
        guard isTabBarController != (pluginClass.superclass == "TabBarController") else { return }
        throw .pluginUnavailable(
            "'\(type)' is a \(pluginClass.superclass) by now, and the view controller was restored as a "
                + (isTabBarController ? "TabBarController" : "ViewController"))
    }

    private func giveState(to id: ViewControllerID) {
        guard let record = records[id], let owner = record.owner, let state = restorableState(of: id, record) else {
            return
        }
        record.restorableState = state
        mark(id)
        owner.decodeRestorableState(state)
    }

    /// Lets a call wait for the instance of a controller that is being restored.
    ///
    /// - Returns: false when there is nothing to wait for, or too many wait already.
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

    /// Its item as at its creation (`H-2`), unless somebody has written it since it waits.
    private func setItem(of id: ViewControllerID, _ pluginClass: Manifest.PluginClass) {
        let item = hierarchy.tabBarItem(of: id)
        let change = TabBarItemChange(
            title: item.title == nil ? pluginClass.title : nil, image: item.image == nil ? pluginClass.icon : nil)
        try? setTabBarItem(change, of: id.rawValue, isCreating: false)
    }

    /// Tries again to make the instances that could not be made: their plugins may be there now.
    func reviveWaiting() {
        let ids = records.filter { $0.value.isWaitingForPlugin && !culprits.contains($0.key) }.map(\.key).sorted()
        for id in ids where plugin(of: id) != nil { revive(id) }
        watchForPlugins()
    }

    /// Looks for plugins again when something in their folders has changed, as long as somebody waits for one.
    func watchForPlugins() {
        let isWaited = records.contains { $0.value.isWaitingForPlugin && !culprits.contains($0.key) }
        guard isWaited else { return pluginWatch = nil }
        guard pluginWatch == nil else { return }
        pluginWatch = registry?.watchFolders { [unowned self] in findPlugins(in: pluginPath) }
    }

    /// Tries to make the instance of a controller that has none. A culprit stays left out until it is acquitted.
    func revive(_ id: ViewControllerID) {
        guard let record = records[id], record.isWaitingForPlugin else { return }
        if !culprits.contains(id) { mark(id) }
        if makeOwner(of: id, record), let owner = record.owner {
            giveState(to: id)
            catchUp(owner, with: id, record)
        }
        store.endRestoring()
        tree.markChanged(id.path)
    }
}
