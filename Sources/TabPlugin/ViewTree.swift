/// The views of one controller as the host knows them: gives numbers, collects changes, sends them.
@PluginActor
final class ViewTree {
    private let controller: UInt64
    private var lastId: UInt32 = 0
    private var removed: [UInt32] = []
    /// The ids that the host has.
    private var known: Set<UInt32> = []
    private(set) var root: View?
    /// Nothing is sent before the host has asked for the view.
    private var isOpen = false
    /// While the frames follow the host, which knows them already: then there is nothing to send.
    private(set) var isLaidOutByHost = false

    init(controller: UInt64) { self.controller = controller }

    /// The first root gets id 1. The root stays for the controller's life: its content may change at will.
    func setRoot(_ view: View) {
        root = view
        view.enter(self)
    }

    func open() {
        isOpen = true
        setNeedsUpdate()
    }

    func layOut(_ bounds: Rect) {
        isLaidOutByHost = true
        root?.frame = bounds
        isLaidOutByHost = false
    }

    /// Numbers are not reused.
    func nextId() -> UInt32 {
        lastId += 1
        return lastId
    }

    /// Children go with their parent on the other side. What the host never heard of it need not forget.
    func remove(_ view: View) {
        guard known.contains(view.id) else { return }
        removed.append(view.id)
        forget(view)
        setNeedsUpdate()
    }

    private func forget(_ view: View) {
        known.remove(view.id)
        for subview in view.subviews { forget(subview) }
    }

    func setNeedsUpdate() { UpdateCycle.add(self) }

    /// Sends the changed views, parents before children, and the removed ones. What the host refuses is sent again with
    /// the next change: it may be the one that makes it good.
    func flush() {
        guard isOpen, let root else { return }
        var changed: [View] = []
        collect(root, into: &changed)
        guard !changed.isEmpty || !removed.isEmpty else { return }
        do throws(PluginError) {
            try Host.update(changed, removed: removed, of: controller)
        } catch {
            return log(.error, "view controller \(controller): the host refused an update of its views: \(error)")
        }
        for view in changed {
            view.needsUpdate = false
            known.insert(view.id)
        }
        removed = []
    }

    private func collect(_ view: View, into changed: inout [View]) {
        if view.needsUpdate { changed.append(view) }
        for subview in view.subviews { collect(subview, into: &changed) }
    }
}
