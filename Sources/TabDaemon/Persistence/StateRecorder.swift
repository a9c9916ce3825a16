import DBusConnection
import DBusInterface
import EventLoop
import Logging
import TabInterface
import TabModel
import TabStore

/// What is unsaved: the commit of a turn's changes to the store, retries, and the condition of the store.
@EventLoop
final class StateRecorder: DaemonPart {
    let core: Core
    let images: ImageLibrary
    let recentlyDestroyed: RecentlyDestroyed
    let states: RestorableStateRecorder
    let storeReport: StoreReport
    let windows: WindowAttachments

    /// The changes that the next commit writes: live view controllers, removed rows, and destroyed view controllers that
    /// Reopen can restore.
    private var unsaved: Set<ViewControllerID> = []
    private var removed: Set<ViewControllerID> = []
    private var unsavedDestroyed: Set<ViewControllerID> = []
    /// The images that the rows of the next commit name.
    private var namedImages: Set<String> = []
    /// The number of commits that are not yet on the disk, with durability `power`.
    private(set) var unsyncedCommits = 0
    /// Whether the store was saved when its condition was last announced.
    private var wasSaved = true
    private var storeTimer: LoopTimer?
    private var maintenanceTimer: LoopTimer?
    private var storeWatch: DirectoryWatch?

    init(core: Core, images: ImageLibrary, windows: WindowAttachments) {
        self.core = core
        self.images = images
        self.windows = windows
        recentlyDestroyed = RecentlyDestroyed(images: core.quotas.images)
        storeReport = StoreReport(core: core)
        states = RestorableStateRecorder(core: core, recentlyDestroyed: recentlyDestroyed, storeReport: storeReport)
    }

    /// The interval between attempts to save, in milliseconds.
    private static let retryInterval: UInt64 = 5000

    /// A view controller was destroyed or replaced: its row is removed.
    func noteRemoved(_ ids: some Sequence<ViewControllerID>) { removed.formUnion(ids) }

    /// A view controller has changed without an announcement.
    func noteUnsaved(_ id: ViewControllerID) { unsaved.insert(id) }

    /// A view controller was destroyed, and Reopen can restore it.
    func noteDestroyed(_ ids: some Sequence<ViewControllerID>) { unsavedDestroyed.formUnion(ids) }

    /// Commits the changes of the turn in one transaction.
    ///
    /// All objects with announced changes are candidates, so no change is missed.
    func commitChanges() {
        images.dropReleased()
        for path in bus.tree.drainChangedObjects() {
            if let id = TabNames.viewController(of: path) { unsaved.insert(id) }
        }
        guard
            !unsaved.isEmpty || !removed.isEmpty || !states.isEmpty || !unsavedDestroyed.isEmpty
                || images.hasUnsavedChanges
        else { return }
        let rows = changedRows() + destroyedRows()
        let gone = removed.subtracting(recentlyDestroyed.all.map(\.id)).map(\.rawValue)
        let changes = StoreChanges(
            controllers: rows, removed: Set(gone), states: states.drainChangedStates(),
            images: images.drainChanges(naming: namedImages))
        removed = []
        namedImages = []
        guard !changes.isEmpty else { return }
        store.commit(changes)
        announceCondition()
        // States beyond the size of one transaction are committed in the next turn.
        if !states.isEmpty { EventLoop.post { [weak self] in self?.commitChanges() } }
        guard store.durability == .power else { return }
        unsyncedCommits += 1
        store.whenCommitted { EventLoop.post { [weak self] in self?.unsyncedCommits -= 1 } }
    }

    /// Announces a new condition of the store before the replies of the turn that has changed it.
    private func announceCondition() {
        guard store.isSaved != wasSaved else { return }
        wasSaved = store.isSaved
        bus.tree.markChanged(TabNames.root)
        bus.tree.announceChanges()
    }

    /// Commits until nothing is left, at shutdown.
    func commitEverything() { while !states.isEmpty { commitChanges() } }

    /// Announces the condition of the store, and retries failed commits until they succeed.
    func storeConditionDidChange(_ condition: StoreCondition) {
        wasSaved = store.isSaved
        bus.tree.markChanged(TabNames.root)
        storeReport.logNotices()
        switch condition {
        case .saved:
            storeTimer = nil
            log.notice("saving works again")
        case .unsaved(let reason):
            log.error("\(reason)")
            retryLater()
        }
    }

    /// Checks the files of the store when their directory changes.
    func watchStore() {
        store.onNotice = { _ in EventLoop.post { [weak self] in self?.storeDidLog() } }
        store.onLoss = { EventLoop.post { [weak self] in self?.saveEverything() } }
        store.onMaintenanceNeeded = { [unowned self] wait in
            let milliseconds = UInt64(wait / .milliseconds(1)) + 1
            maintenanceTimer = LoopTimer(after: milliseconds, accuracy: milliseconds / 4) { [unowned self] in
                maintenanceTimer = nil
                store.maintain()
            }
        }
        guard let directory = store.directory else { return }
        storeWatch = DirectoryWatch({ [directory] }, rest: 100) { [unowned self] in store.checkFiles() }
    }

    private func storeDidLog() {
        storeReport.logNotices()
        bus.tree.markChanged(TabNames.root)
    }

    /// Writes everything again after the store has lost data.
    private func saveEverything() {
        for record in records.all.values { record.savedHash = nil }
        images.noteLoss()
        unsaved.formUnion(records.all.keys)
        unsavedDestroyed.formUnion(recentlyDestroyed.all.filter { $0.destroyedWithClient == nil }.map(\.id))
        states.markChanged(records.all.filter { $0.value.restorableState != nil }.keys)
        states.markChanged(recentlyDestroyed.all.filter { $0.state != nil }.map(\.id))
        commitChanges()
    }

    private func retryLater() {
        storeTimer = LoopTimer(after: Self.retryInterval, accuracy: Self.retryInterval / 4) { [unowned self] in
            storeTimer = nil
            store.retry()
            if case .unsaved = store.condition { retryLater() }
        }
    }

    private func changedRows() -> [StoredController] {
        var ids = unsaved
        unsaved = []
        // More is stored with its tab bar controller.
        for id in ids where delivery.hierarchy.nodes.kind(of: id)?.isPartOfTabBarController == true {
            ids.remove(id)
            if let owner = delivery.hierarchy.nodes.tabBarController(of: id) { ids.insert(owner) }
        }
        for id in ids {
            guard let record = records[id], delivery.hierarchy.nodes.contains(id) else { continue }
            if !delivery.hierarchy.nodes.isRestored(id, in: records) {
                removeRows(of: id)
            } else if record.savedHash == nil {
                ids.formUnion(delivery.hierarchy.nodes.subtree(of: id))
            }
        }
        return ids.compactMap { id in
            guard let record = records[id], record.destroyedWithClient == nil,
                delivery.hierarchy.nodes.isRestored(id, in: records),
                let kept = restorableController(id)
            else {
                return nil
            }
            let hash = kept.hashValue
            guard record.savedHash != hash else { return nil }
            guard let row = row(of: kept) else { return nil }
            if record.savedHash == nil, record.restorableState != nil { states.markChanged([id]) }
            record.savedHash = hash
            removed.remove(id)
            return row
        }
    }

    /// Removes the rows of a subtree from the store.
    private func removeRows(of id: ViewControllerID) {
        for id in delivery.hierarchy.nodes.subtree(of: id) {
            guard let record = records[id], record.savedHash != nil else { continue }
            record.savedHash = nil
            removed.insert(id)
        }
    }

    private func destroyedRows() -> [StoredController] {
        defer { unsavedDestroyed = [] }
        return recentlyDestroyed.all.filter { unsavedDestroyed.contains($0.id) }.compactMap { row(of: $0.kept) }
    }

    private func row(of kept: RestorableController) -> StoredController? {
        if !images.isEmpty { namedImages.formUnion(kept.imageNames) }
        do throws(DBusError) {
            return try kept.stored
        } catch {
            log.error("cannot save \(kept.archive.id.path): \(error.message)")
            return nil
        }
    }

    /// Returns the restorable form of a live view controller; nil for More and its list.
    func restorableController(_ id: ViewControllerID) -> RestorableController? {
        guard var archive = ControllerArchive(of: id, in: delivery.hierarchy.nodes), let record = records[id] else {
            return nil
        }
        if let attachments = windows[id] {
            archive.window?.size = attachments.preferredSize
            archive.window?.colorScheme = attachments.writtenColorScheme
            archive.window?.contrast = attachments.writtenContrast
            archive.window?.statusBarHeight = attachments.writtenStatusBarHeight
            archive.window?.bar = attachments.createdBar
        }
        var kept = RestorableController(archive: archive, type: record.type, arguments: record.arguments)
        kept.isListed = record.isListed
        kept.isLazy = record.isLazy
        if record.state == .lazy {
            kept.isStillLazy = true
            (kept.hasGivenTitle, kept.hasGivenImage) = (record.hasGivenTitle, record.hasGivenImage)
        }
        kept.preferredFocusedView = record.preferredFocusedView
        kept.remoteBusName = record.remoteBusName
        kept.remotePath = record.remotePath
        kept.isAlwaysVisible = windows[id]?.isAlwaysVisible ?? false
        kept.sizePolicy = windows[id]?.sizePolicy ?? .smallest
        return kept
    }
}
