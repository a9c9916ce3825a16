import DBusInterface
import EventLoop
import PluginHosting
import TabModel
import TabStore

/// Crash markers. The store records the restored view controller whose code is running. If the daemon dies, the next
/// start skips that view controller.
@EventLoop
final class CrashMarkers: DaemonPart {
    let core: Core
    private let plugins: PluginCatalog

    /// The view controllers whose code was running when an earlier process died. They are not restored.
    private(set) var suspectedControllers: Set<ViewControllerID> = []
    /// Restored view controllers that are on probation and were shown in this turn.
    private var shown: [ViewControllerID] = []

    init(core: Core, plugins: PluginCatalog) {
        self.core = core
        self.plugins = plugins
    }

    /// Records the view controllers whose code was running when an earlier process died.
    func suspect(_ controllers: some Sequence<UInt64>) {
        suspectedControllers = Set(controllers.map { ViewControllerID($0) })
    }

    /// Runs code that restores a view controller, with its crash marker.
    func whileRestoring(_ id: ViewControllerID, _ body: () -> Void) {
        let outer = store.restoring
        guard outer != id.rawValue else { return body() }
        store.beginRestoring(id.rawValue)
        body()
        resumeRestoring(outer)
    }

    /// Runs a body with the crash marker of a restored view controller, possibly inside the restoration of another one.
    func withCrashMarker<Result>(
        for id: ViewControllerID, of plugin: Plugin, _ body: () throws(DBusError) -> Result
    ) throws(DBusError) -> Result {
        guard plugin.isolation == .inProcess else { return try body() }
        let outer = store.restoring
        store.beginRestoring(id.rawValue)
        defer { resumeRestoring(outer) }
        return try body()
    }

    private func resumeRestoring(_ outer: UInt64?) {
        if let outer { store.beginRestoring(outer) } else { store.endRestoring() }
    }

    /// Sets the crash marker to a view controller before its code runs in-process.
    func setCrashMarker(for id: ViewControllerID) {
        if plugins.plugin(of: id)?.isolation == .inProcess { store.beginRestoring(id.rawValue) }
    }

    /// Runs a view callback of an owner, with a crash marker while the view controller is on probation.
    ///
    /// During the start one crash is enough to skip the view controller next time. Later it takes two crashes, as the
    /// process may also die for other reasons.
    func show(_ id: ViewControllerID, _ body: (any ContentOwner) -> Void) {
        guard let record = records[id], let owner = record.owner else { return }
        guard record.state == .onProbation else { return body(owner) }
        guard !delivery.isRestoring else { return whileRestoring(id) { body(owner) } }
        store.beginShowing(id.rawValue)
        body(owner)
        store.endShowing(id.rawValue)
    }

    /// Records that a view controller on probation has appeared. It is marked healthy at the end of the turn.
    func noteShown(_ id: ViewControllerID) {
        if records[id]?.state == .onProbation { shown.append(id) }
    }

    /// Ends the probation of the view controllers that appeared in this turn.
    func markShownHealthy() {
        guard !shown.isEmpty else { return }
        for id in shown where records[id]?.state == .onProbation { records[id]?.become(.ready) }
        shown = []
    }

    /// Clears the crash marker of a suspected view controller for another attempt.
    func clearCrashMarker(of id: ViewControllerID) {
        guard suspectedControllers.remove(id) != nil else { return }
        store.removeCrashMarkers(of: id.rawValue)
    }
}
