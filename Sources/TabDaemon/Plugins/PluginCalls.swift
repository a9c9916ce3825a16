import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// What the runtimes of plugins need from the daemon.
@EventLoop
final class PluginCalls: OwnerServices, EntryPoint {
    let context: Context

    init(context: Context) { self.context = context }

    var tree: ObjectTree { bus.tree }

    // MARK: View controllers

    private var nodes: Nodes { delivery.hierarchy.nodes }

    func exists(_ id: ViewControllerID) -> Bool { nodes.contains(id) }

    func isNavigationController(_ id: ViewControllerID) -> Bool { nodes.navigationStack(id) != nil }

    func restorationIdentifier(of id: ViewControllerID) -> String { nodes.restorationIdentifier(of: id) }

    func isFree(_ id: ViewControllerID) -> Bool {
        nodes.parent(of: id) == nil && nodes.presentingViewController(of: id) == nil
    }

    func hasParent(_ id: ViewControllerID) -> Bool { nodes.parent(of: id) != nil }

    func isPushed(_ id: ViewControllerID) -> Bool {
        let stack = nodes.navigationController(of: id).flatMap { nodes.navigationStack($0) } ?? []
        return stack.contains(id) && stack.first != id
    }

    func restorationEnded(ofPlugin id: String) { instances.discardUnclaimedPages(of: id) }

    func discard(_ id: ViewControllerID) { instances.discard(id) }

    func whileCreating(_ id: ViewControllerID, _ body: () -> Void) {
        let record = records[id]
        record?.isInCreate = true
        body()
        record?.isInCreate = false
    }

    func discardCreation(of id: ViewControllerID) { instances.discardCreation(of: id) }

    // MARK: Owners

    func setHealth(_ health: OwnerHealth, reason: String, of id: ViewControllerID) {
        guard let record = records[id] else { return }
        record.become(InstanceState(health), reason)
        bus.tree.markChanged(id.path)
    }

    func replaceOwner(of id: ViewControllerID, with owner: any ContentOwner) {
        guard let record = records[id] else { return }
        record.replaceOwner(with: owner)
        record.isUpdatingContent = false
        record.views.prepareForNewOwner()
        instances.watchCreation(of: id, by: owner)
    }

    func catchUp(_ owner: any ContentOwner, of id: ViewControllerID) {
        if let record = records[id] { instances.catchUp(owner, with: id, record) }
    }

    func holdUpdateCycle() -> @EventLoop () -> Void { delivery.holdUpdateCycle() }

    // MARK: Restoration

    func restorableStateChanged(of id: ViewControllerID, to state: [String: Variant]?) {
        recorder.states.restorableStateChanged(of: id, to: state)
    }

    func noteDecoding(of id: ViewControllerID, error: DBusError?) { recorder.states.noteDecoding(of: id, error: error) }

    func whileRestoring(_ id: ViewControllerID, _ body: () -> Void) { crashMarkers.whileRestoring(id, body) }

    func noteLoading(_ plugin: String, isOver: Bool) {
        if isOver { store.endLoading(plugin) } else { store.beginLoading(plugin) }
    }
}
