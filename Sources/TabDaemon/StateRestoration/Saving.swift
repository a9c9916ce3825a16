import DBusConnection
import DBusInterface
import EventLoop
import Logging
import TabInterface
import TabModel
import TabStore

/// What a turn has changed of what restoration keeps, on its way to the store.
extension Daemon {
    /// In milliseconds.
    private static let retryInterval: UInt64 = 5000

    /// Commits it, in one transaction.
    ///
    /// Whatever is announced on the bus is a candidate: so no change can be forgotten here.
    func commitChanges() {
        for path in tree.drainChangedObjects() {
            if let number = TabNames.number(of: path) { unsaved.insert(ViewControllerID(number)) }
        }
        guard !unsaved.isEmpty || !removed.isEmpty || !changedStates.isEmpty || !unsavedDestroyed.isEmpty else {
            return
        }
        let rows = changedRows() + destroyedRows()
        let gone = removed.subtracting(destroyed.map(\.id)).map(\.rawValue)
        let changes = StoreChanges(controllers: rows, removed: Set(gone), states: takeStates())
        removed = []
        guard !changes.isEmpty else { return }
        store.commit(changes)
        // More of them than one transaction takes.
        if !changedStates.isEmpty { EventLoop.post { [weak self] in self?.commitChanges() } }
        guard store.durability == .power else { return }
        unsyncedCommits += 1
        store.whenCommitted { EventLoop.post { [weak self] in self?.unsyncedCommits -= 1 } }
    }

    /// What could not be written is tried again, until it can.
    func storeIs(_ condition: StoreCondition) {
        tree.markChanged(TabNames.root)
        tellNotices()
        switch condition {
        case .saved:
            storeTimer = nil
            log.notice("the state is saved again")
        case .unsaved(let reason):
            log.error("\(reason)")
            retryLater()
        }
    }

    // MARK: Removed and replaced files

    /// Checks the files of the store when their directory changes.
    func watchStore() {
        store.onNotice = { _ in EventLoop.post { [weak self] in self?.storeTells() } }
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

    private func storeTells() {
        tellNotices()
        tree.markChanged(TabNames.root)
    }

    /// The store has lost what it had, or some of it.
    private func saveEverything() {
        for record in records.values { record.savedHash = nil }
        unsaved.formUnion(records.keys)
        unsavedDestroyed.formUnion(destroyed.filter { $0.diesWith == nil }.map(\.id))
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
        // More is a part of its tab bar controller.
        for id in ids where hierarchy.kind(of: id)?.isPartOfTabBarController == true {
            ids.remove(id)
            if let owner = hierarchy.tabBarController(of: id) { ids.insert(owner) }
        }
        for id in ids {
            guard let record = records[id], hierarchy.contains(id) else { continue }
            record.textContent = hierarchy.textContent(of: id)
            noteContent(of: record)
            if !comesBack(id) { forget(id) } else if record.savedHash == nil { ids.formUnion(subtree(of: id)) }
        }
        return ids.compactMap { id in
            guard let record = records[id], record.diesWith == nil, comesBack(id), let kept = kept(id) else {
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

    /// Whether restoration brings a controller back, as far as what it is in says: only trees whose root has an identifier
    /// come back (`I-1`, `R4`). One that goes with its client is none that others are in.
    func comesBack(_ id: ViewControllerID) -> Bool {
        guard hierarchy.alert(id) == nil else { return false }
        var top = id
        while let owner = hierarchy.owner(of: top) {
            let isPart = hierarchy.kind(of: owner)?.isPartOfTabBarController == true
            guard let next = isPart ? hierarchy.tabBarController(of: owner) : owner, records[next]?.diesWith == nil
            else { break }
            top = next
        }
        return !hierarchy.restorationIdentifier(of: top).isEmpty
    }

    /// What was kept of a tree is kept no longer.
    private func forget(_ id: ViewControllerID) {
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

    private func row(of kept: KeptController) -> StoredController? {
        do throws(DBusError) {
            return try kept.stored
        } catch {
            log.error("\(kept.archive.id.path) can't be kept: \(error.message)")
            return nil
        }
    }
}
