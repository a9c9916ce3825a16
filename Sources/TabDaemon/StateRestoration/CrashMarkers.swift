import DBusInterface
import PluginHosting
import TabModel
import TabStore

/// What the next start must know when this process dies of a controller that was restored: whose code runs, as long as
/// it is not known that it survives that.
extension Daemon {
    func whileRestoring(_ controller: UInt64, _ body: () -> Void) {
        let outer = store.restoring
        guard outer != controller else { return body() }
        store.beginRestoring(controller)
        body()
        goOn(restoring: outer)
    }

    /// Makes the instance of a restored controller, perhaps on behalf of another one.
    func surviving<Result>(
        _ id: ViewControllerID, of plugin: Plugin, _ body: () throws(DBusError) -> Result
    ) throws(DBusError) -> Result {
        guard plugin.isolation == .inProcess else { return try body() }
        let outer = store.restoring
        store.beginRestoring(id.rawValue)
        defer { goOn(restoring: outer) }
        return try body()
    }

    private func goOn(restoring outer: UInt64?) {
        if let outer { store.beginRestoring(outer) } else { store.endRestoring() }
    }

    /// Notes whose code runs in this process next: when that ends the process, the next one knows.
    func mark(_ id: ViewControllerID) {
        if plugin(of: id)?.isolation == .inProcess { store.beginRestoring(id.rawValue) }
    }

    /// Runs code of a controller's owner that has to do with its view, of which nobody knows yet what it makes of what
    /// was restored.
    ///
    /// While the daemon starts, one death is enough to be left out: who shows it asked for that in another life. Later,
    /// when front ends come and go, it takes two, as there is always something that may kill a process.
    func show(_ id: ViewControllerID, _ body: (any ContentOwner) -> Void) {
        guard let record = records[id], let owner = record.owner else { return }
        guard record.isUnproven else { return body(owner) }
        guard !isRestoring else { return whileRestoring(id.rawValue) { body(owner) } }
        store.beginShowing(id.rawValue)
        body(owner)
        store.endShowing(id.rawValue)
    }

    /// Its view is there; what comes of that comes in this turn.
    func noteShown(_ id: ViewControllerID) {
        if records[id]?.isUnproven == true { shown.append(id) }
    }

    /// Who was shown until the end of a turn has survived it.
    func acquitShown() {
        guard !shown.isEmpty else { return }
        for id in shown { records[id]?.isUnproven = false }
        shown = []
    }

    /// What happened before doesn't count any more, as it is to be tried again.
    func acquit(_ id: ViewControllerID) {
        guard culprits.remove(id) != nil else { return }
        store.removeCrashMarkers(of: id.rawValue)
    }
}
