/// The views of one controller as the host knows them: gives numbers, lays out, collects changes, sends them.
@PluginActor
final class ViewTree {
    /// How often a layout pass may cause another one in the same turn.
    private static let maximumPasses = 16

    private weak var controller: ViewController?
    private var lastId: UInt32 = 0
    private var removed: [UInt32] = []
    /// The ids that the host has.
    private var known: Set<UInt32> = []
    private(set) var root: View?
    private(set) var safeAreaInsets = EdgeInsets.zero
    /// Nothing is sent before the host has asked for the view.
    private var isOpen = false
    /// While the frames follow the host, which knows them already: then there is nothing to send.
    private(set) var isFollowingHost = false
    /// The view that the host was told to give the focus first; 0 for none.
    private var preferredFocus: UInt32 = 0

    init(_ controller: ViewController) { self.controller = controller }

    /// The first root gets id 1. The root stays for the controller's life: its content may change at will.
    func setRoot(_ view: View) {
        root = view
        view.enter(self)
    }

    /// The host knows nothing of the views any more: the next life has numbers of its own.
    func beginAnew() {
        isOpen = false
        known = []
        removed = []
        lastId = 0
        preferredFocus = 0
        guard let root else { return }
        root.leave()
        root.enter(self)
    }

    func open() {
        isOpen = true
        setNeedsUpdate()
    }

    /// Takes the geometry that the host gave the root, and lays the views out for it.
    func layOut(_ bounds: Rect, _ safeArea: EdgeInsets) {
        safeAreaInsets = safeArea
        guard let root else { return }
        followHost { root.frame = bounds }
        root.needsLayout = true
        layOutIfNeeded()
    }

    func followHost(_ body: () -> Void) {
        let was = isFollowingHost
        isFollowingHost = true
        body()
        isFollowingHost = was
    }

    /// The layout pass: parents before children (V14). What it changes is laid out as well, a limited number of times.
    func layOutIfNeeded() {
        guard let root else { return }
        for _ in 0..<Self.maximumPasses where needsLayout(root) { layOutIfNeeded(root) }
    }

    func layOutIfNeeded(_ view: View) {
        if view.needsLayout {
            view.needsLayout = false
            let isRoot = view === root
            if isRoot { controller?.viewWillLayoutSubviews() }
            view.layoutSubviews()
            if isRoot { controller?.viewDidLayoutSubviews() }
        }
        for subview in view.subviews { layOutIfNeeded(subview) }
    }

    private func needsLayout(_ view: View) -> Bool { view.needsLayout || view.subviews.contains(where: needsLayout) }

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

    func address(of view: View) -> ViewAddress? {
        guard let controller, controller.number != 0 else { return nil }
        // Of a container the host has the root, and nothing of what is added here.
        guard known.contains(view.id) || controller.isContainer && view === root else { return nil }
        return ViewAddress(controller: controller.number, view: view.id)
    }

    /// Sends what has changed.
    func flush() {
        guard isOpen, let root, let controller else { return }
        layOutIfNeeded()
        sendViews(below: root, of: controller)
        sendPreferredFocus(of: controller)
    }

    /// Sends the changed views, parents before children, and the removed ones.
    private func sendViews(below root: View, of controller: ViewController) {
        var changed: [View] = []
        collect(root, into: &changed)
        guard !changed.isEmpty || !removed.isEmpty else { return }
        if send(changed, removed, controller.number) { return }
        // One that is refused must not hold up the others.
        if !removed.isEmpty { _ = send([], removed, controller.number) }
        for view in changed where !send([view], [], controller.number) {
            log(
                .error,
                "view controller \(controller.number): the host refused view \(view.id) (\(view.className)), which "
                    + "stays as it was; tabd's log says why")
        }
    }

    /// The host forgets a view that is gone.
    private func sendPreferredFocus(of controller: ViewController) {
        if !known.contains(preferredFocus) { preferredFocus = 0 }
        let id = controller.preferredFocusedView.map { $0.tree === self && known.contains($0.id) ? $0.id : 0 } ?? 0
        guard id != preferredFocus else { return }
        controller.using("prefer view \(id) for the focus") { () throws(PluginError) in
            try Host.setProperty("PreferredFocusedView", .uint32(id), of: controller.number)
            preferredFocus = id
        }
    }

    /// False when the host refused it; then it is sent again with the next change, which may be the one that makes it
    /// good.
    private func send(_ changed: [View], _ removed: [UInt32], _ number: UInt64) -> Bool {
        do throws(PluginError) {
            try Host.update(changed, removed: removed, of: number)
        } catch {
            return false
        }
        for view in changed {
            view.needsUpdate = false
            known.insert(view.id)
        }
        self.removed.removeAll { removed.contains($0) }
        return true
    }

    private func collect(_ view: View, into changed: inout [View]) {
        if view.needsUpdate { changed.append(view) }
        for subview in view.subviews { collect(subview, into: &changed) }
    }
}
