import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// State restoration from the store, before the daemon serves.
@EventLoop
struct Restorer: DaemonPart {
    let core: Core
    let crashMarkers: CrashMarkers
    let instances: Instances
    let recorder: StateRecorder

    private var images: ImageLibrary { recorder.images }
    private var recentlyDestroyed: RecentlyDestroyed { recorder.recentlyDestroyed }
    private var states: RestorableStateRecorder { recorder.states }
    private var storeReport: StoreReport { recorder.storeReport }
    private var windows: WindowAttachments { recorder.windows }

    /// Restores all view controllers from the store.
    ///
    /// - Parameter contents: The contents of the store.
    func restore(_ contents: StoreContents) {
        delivery.restoring { restoreAll(contents) }
        _ = instances.createLazyInstances()
    }

    private func restoreAll(_ contents: StoreContents) {
        storeReport.logNotices()
        if case .unsaved = store.condition { recorder.storeConditionDidChange(store.condition) }
        store.onConditionChange = { [recorder] condition in
            EventLoop.post { [weak recorder] in recorder?.storeConditionDidChange(condition) }
        }
        var errors: [String] = []
        var rows = contents.controllers.map { RestorableController($0, errors: &errors) }
        for row in rows where !row.cutTexts.isEmpty {
            log.warning(
                "\(row.archive.id.path): \(row.cutTexts.joined(separator: ", ")) had more than \(TextLimit.maximum) bytes, and was cut"
            )
        }
        let changed = restoreImages(contents.images, in: &rows)
        let live = rows.filter { $0.destroyed == 0 && $0.isRestorable }
        let kept = Dictionary(live.map { ($0.archive.id, $0) }) { first, _ in first }
        crashMarkers.suspect(contents.interrupted)
        // With a copy of the damaged rows set aside, they can be overwritten.
        let isRepaired = !errors.isEmpty && store.keepCopy()
        let restoration = delivery.change { model in
            model.reserve(rows.flatMap { [$0.archive.id] + $0.archive.partIDs })
            return model.restore(live.map(\.archive))
        } recording: { restoration in
            // Refused view controllers stay in the store.
            let isKept = errors.isEmpty && restoration.errors.count == restoration.refused.count
            storeReport.reportDamage(errors + restoration.errors, isKept: isKept)
            record(restoration, from: kept, unsaved: isRepaired ? Set(kept.keys) : changed)
        }
        let gone = Set(rows.filter { $0.destroyed == 0 }.map(\.archive.id)).subtracting(restoration.restored)
            .subtracting(restoration.refused)
        recorder.noteRemoved(gone)
        restoreDestroyed(rows)
        for id in changed { recorder.noteUnsaved(id) }
        recorder.noteDestroyed(recentlyDestroyed.all.map(\.id).filter { isRepaired || changed.contains($0) })
        restoreOwners(of: restoration)
        for id in restoration.restored {
            if let controller = kept[id], !restoration.defaults.contains(id) {
                windows.restoreWindow(of: id, controller)
            }
        }
        instances.watchForPlugins()
        images.endRestoration(
            reserving: Set(rows.filter { restoration.refused.contains($0.archive.id) }.flatMap(\.imageNames)))
        // The initial states are not announced as changes; later ones are.
        for (id, record) in records.all where !record.state.isReady { bus.tree.markChanged(id.path) }
        bus.tree.announceChanges()
        if !restoration.restored.isEmpty { log.info("restored \(restoration.restored.count) view controllers") }
        recorder.commitChanges()
    }

    /// Makes the records of restored view controllers.
    ///
    /// - Parameter unsaved: Those whose rows must be written again.
    private func record(
        _ restoration: Restoration, from kept: [ViewControllerID: RestorableController], unsaved: Set<ViewControllerID>
    ) {
        for id in restoration.restored {
            guard let controller = kept[id] else { continue }
            let record = ControllerRecord(controller)
            record.isUnclaimed = !controller.archive.restorationIdentifier.isEmpty
            if !unsaved.contains(id) { record.savedHash = controller.hashValue }
            if restoration.defaults.contains(id) {
                record.preferredFocusedView = 0
                record.isDefault = true
                (record.hasGivenTitle, record.hasGivenImage) = (false, false)
                // Its state is removed from the store.
                states.markChanged([id])
            }
            records[id] = record
        }
        // The next owner of a view controller with defaults starts without a state (I-6).
        states.markChanged(restoration.defaults)
    }

    /// Restores the images, and removes the names of lost ones from items and buttons: no front end could show them, and
    /// no client could name them again. Each loss is reported (`S-198`).
    ///
    /// - Returns: The view controllers whose rows must be written again.
    private func restoreImages(
        _ stored: [String: [UInt8]], in rows: inout [RestorableController]
    ) -> Set<ViewControllerID> {
        let damaged = Set(images.restore(stored))
        var losses = Dictionary(uniqueKeysWithValues: damaged.map { ($0, Set<ViewControllerID>()) })
        for index in rows.indices {
            for image in rows[index].removeImages(where: { !images.contains($0) }) {
                losses[image, default: []].insert(rows[index].archive.id)
            }
        }
        // One line for each image, however many view controllers have named it.
        let lines = losses.sorted { $0.key < $1.key }.map { image, ids in
            let users = ids.count == 1 ? ids.first?.path.text ?? "" : "\(ids.count) view controllers"
            return "the data of image \(image) are \(damaged.contains(image) ? "damaged and were removed" : "missing")"
                + (ids.isEmpty ? "" : "; \(users) no longer \(ids.count == 1 ? "names" : "name") it")
        }
        storeReport.reportDamage(lines)
        return losses.values.reduce(into: []) { $0.formUnion($1) }
    }

    private func restoreDestroyed(_ rows: [RestorableController]) {
        var rows = rows.filter { $0.destroyed > 0 && !delivery.hierarchy.nodes.contains($0.archive.id) }
        rows.sort { $0.destroyed < $1.destroyed }
        let archives = delivery.change { $0.repair(destroyed: rows.map(\.archive)) }
        for (index, archive) in zip(rows.indices, archives) { rows[index].archive = archive }
        recentlyDestroyed.restore(rows.map { DestroyedController($0) })
    }

    /// Creates the instances, containers first. All are created before the first one decodes its state (`R9`).
    private func restoreOwners(of restoration: Restoration) {
        let ids = restoration.restored.sorted {
            (delivery.hierarchy.nodes.depth(of: $0), $0) < (delivery.hierarchy.nodes.depth(of: $1), $1)
        }
        var made: [ViewControllerID] = []
        for id in ids {
            guard let record = records[id], record.remotePath.isNone else {
                instances.awaitRegistration(of: id)
                continue
            }
            if record.state == .lazy, restoration.defaults.contains(id) { instances.setItem(ofLazy: id, record) }
            // Its container may have created it meanwhile.
            guard record.isWaitingForPlugin else { continue }
            if instances.makeOwner(of: id, record), !record.isDefault { made.append(id) }
        }
        for id in made { instances.decodeState(of: id) }
        for id in ids {
            guard let record = records[id], let owner = record.owner else { continue }
            crashMarkers.setCrashMarker(for: id)
            instances.catchUp(owner, with: id, record)
        }
        store.endRestoring()
    }
}
