import DBusConnection
import DBusInterface
import EventLoop
import Logging
import TabInterface
import TabModel
import TabStore

/// The commit of a turn's changes to the store.
extension Daemon {
    /// The interval between attempts to save, in milliseconds.
    private static let retryInterval: UInt64 = 5000

    /// Commits the changes of the turn in one transaction.
    ///
    /// All objects with announced changes are candidates, so no change is missed.
    func commitChanges() {
        for path in tree.drainChangedObjects() {
            if let number = TabNames.number(of: path) { unsaved.insert(ViewControllerID(number)) }
        }
        guard !unsaved.isEmpty || !removed.isEmpty || !changedStates.isEmpty || !unsavedDestroyed.isEmpty else {
            return
        }
        let rows = changedRows() + destroyedRows()
        let gone = removed.subtracting(destroyed.map(\.id)).map(\.rawValue)
        let changes = StoreChanges(controllers: rows, removed: Set(gone), states: drainChangedStates())
        removed = []
        guard !changes.isEmpty else { return }
        store.commit(changes)
        // States beyond the size of one transaction are committed in the next turn.
        if !changedStates.isEmpty { EventLoop.post { [weak self] in self?.commitChanges() } }
        guard store.durability == .power else { return }
        unsyncedCommits += 1
        store.whenCommitted { EventLoop.post { [weak self] in self?.unsyncedCommits -= 1 } }
    }

    /// Announces the condition of the store, and retries failed commits until they succeed.
    func storeConditionDidChange(_ condition: StoreCondition) {
        tree.markChanged(TabNames.root)
        logStoreNotices()
        switch condition {
        case .saved:
            storeTimer = nil
            log.notice("saving works again")
        case .unsaved(let reason):
            log.error("\(reason)")
            retryLater()
        }
    }

    // MARK: Removed and replaced files

    /// Checks the files of the store when their directory changes.
    func watchStore() {
        store.onNotice = { _ in EventLoop.post { [weak self] in self?.storeDidLog() } }
        store.onLoss = { EventLoop.post { [weak self] in self?.saveEverything() } }
        store.onBackupNeeded = { [unowned self] wait in
            let milliseconds = UInt64(wait / .milliseconds(1)) + 1
            backupTimer = LoopTimer(after: milliseconds, accuracy: milliseconds / 4) { [unowned self] in
                backupTimer = nil
                store.backUp()
            }
        }
        guard let directory = store.directory else { return }
        storeWatch = DirectoryWatch({ [directory] }, rest: 100) { [unowned self] in store.checkFiles() }
    }

    private func storeDidLog() {
        logStoreNotices()
        tree.markChanged(TabNames.root)
    }

    /// Writes everything again after the store has lost data.
    private func saveEverything() {
        for record in records.values { record.savedHash = nil }
        unsaved.formUnion(records.keys)
        unsavedDestroyed.formUnion(destroyed.filter { $0.destroyedWithClient == nil }.map(\.id))
        changedStates.formUnion(records.filter { $0.value.restorableState != nil }.keys)
        changedStates.formUnion(destroyed.filter { $0.state != nil }.map(\.id))
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
        for id in ids where hierarchy.nodes.kind(of: id)?.isPartOfTabBarController == true {
            ids.remove(id)
            if let owner = hierarchy.nodes.tabBarController(of: id) { ids.insert(owner) }
        }
        for id in ids {
            guard let record = records[id], hierarchy.nodes.contains(id) else { continue }
            record.textContent = hierarchy.nodes.textContent(of: id)
            noteContent(of: record)
            if !isRestored(id) { removeRows(of: id) } else if record.savedHash == nil { ids.formUnion(subtree(of: id)) }
        }
        return ids.compactMap { id in
            guard let record = records[id], record.destroyedWithClient == nil, isRestored(id),
                let kept = restorableController(id)
            else {
                return nil
            }
            let hash = kept.hashValue
            guard record.savedHash != hash else { return nil }
            guard let row = row(of: kept) else { return nil }
            if record.savedHash == nil, record.restorableState != nil { changedStates.insert(id) }
            record.savedHash = hash
            removed.remove(id)
            return row
        }
    }

    /// Whether the tree that contains a view controller is restored: its root must have an identifier (`I-1`, `R4`).
    /// Containers that are destroyed with their client don't count.
    func isRestored(_ id: ViewControllerID) -> Bool {
        guard hierarchy.nodes.alert(id) == nil else { return false }
        var top = id
        while let owner = hierarchy.nodes.owner(of: top) {
            let isPart = hierarchy.nodes.kind(of: owner)?.isPartOfTabBarController == true
            guard let next = isPart ? hierarchy.nodes.tabBarController(of: owner) : owner,
                records[next]?.destroyedWithClient == nil
            else { break }
            top = next
        }
        return !hierarchy.nodes.restorationIdentifier(of: top).isEmpty
    }

    /// Removes the rows of a subtree from the store.
    private func removeRows(of id: ViewControllerID) {
        for id in subtree(of: id) {
            guard let record = records[id], record.savedHash != nil else { continue }
            record.savedHash = nil
            removed.insert(id)
        }
    }

    private func destroyedRows() -> [StoredController] {
        defer { unsavedDestroyed = [] }
        return destroyed.filter { unsavedDestroyed.contains($0.id) }.compactMap { row(of: $0.kept) }
    }

    private func row(of kept: RestorableController) -> StoredController? {
        do throws(DBusError) {
            return try kept.stored
        } catch {
            log.error("cannot save \(kept.archive.id.path): \(error.message)")
            return nil
        }
    }
}
