internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// The views of one view controller. A container's views are its bars, and one with the view of its child in it.
@EventLoop
final class ControllerView: ViewOwner {
    let path: ObjectPath
    let canvas: Canvas
    private unowned let scene: Scene
    private var nodes: [UInt32: ViewNode] = [:]
    private var child: ControllerView?
    /// A push or pop that goes on, and the stack before the last change.
    private var slide: Slide?
    private var stack: [ObjectPath] = []
    /// The bars of a container, by the identifier of their view.
    private var tabBar: TabBarView?
    private var navigationBar: NavigationBarView?
    private var toolbar: ToolbarView?
    private var failure: FailureView?
    private lazy var swipe = TabSwipe(scene.gestures)

    init(of path: ObjectPath, in scene: Scene) {
        self.path = path
        self.scene = scene
        canvas = Canvas(role: .group)
        canvas.onDrag { [weak self] distance, isOver in
            self?.swipe(distance, isOver)
            // A drag from the left edge to the right goes back, as on a phone.
            guard let self, isOver, distance.x > 80, abs(distance.y) < 60, child != nil, navigationBar != nil else {
                return
            }
            scene.goBack(on: self.path)
        }
    }

    /// Follows a drag over the page of the tab bar controller that the window shows.
    private func swipe(_ distance: (x: Double, y: Double), _ isOver: Bool) {
        guard isTabBarController, path == scene.path else { return }
        swipe.drag(distance, isOver: isOver, width: canvas.size.width) { isRight in
            let bar = tree.tabBar(tree.tabBarController(path).tabBar ?? .none)
            // A drag to the right goes back on a stack.
            guard isRight || !scene.canGoBack, let items = bar.items,
                let selected = bar.selectedItem.flatMap({ items.firstIndex(of: $0) })
            else { return nil }
            let index = selected + (isRight == Application.isRightToLeft ? -1 : 1)
            guard items.indices.contains(index), tree.tabBarItem(items[index]).enabled == true else { return nil }
            return items[index]
        }
    }

    var gestures: GestureSender { scene.gestures }
    var tree: TabTree { scene.tree }

    func node(_ id: UInt32) -> ViewNode? { nodes[id] }

    // MARK: Views

    /// Adopts all views. A widget stays if its view has the same class.
    func adopt(_ mirror: ViewMirror) {
        let views = mirror.views
        let kept = Dictionary(views.map { ($0.id, $0.className) }, uniquingKeysWith: { $1 })
        for (id, node) in nodes where kept[id] != node.view.className { remove(id) }
        for view in views {
            if nodes[view.id] == nil { add(view) } else { change(view) }
        }
        arrangeSiblings(views)
    }

    func apply(_ edit: ViewMirror.Edit) {
        switch edit {
        case .added(let view): add(view)
        case .changed(_, let view): change(view)
        case .removed(let view): remove(view.id)
        }
    }

    private func add(_ view: ViewEntry) {
        let node = ViewNodes.make(view, of: self)
        nodes[view.id] = node
        attach(node)
        node.update(view)
        if isContainer { adoptPart(node) }
    }

    private func attach(_ node: ViewNode) {
        guard let parent = parent(of: node.view) else { return }
        parent.append(node.widget)
        place(node)
    }

    /// Returns the canvas that has the views of a parent in it; nil for an unknown parent.
    private func parent(of view: ViewEntry) -> Canvas? {
        view.parent == 0 ? canvas : nodes[view.parent]?.canvas
    }

    private func place(_ node: ViewNode) {
        let frame = node.view.frame
        // The container determines the place of the root.
        let isRoot = node.view.parent == 0
        parent(of: node.view)?.place(
            node.widget,
            at: isRoot ? nil : Rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height))
    }

    private func change(_ view: ViewEntry) {
        guard let node = nodes[view.id] else { return add(view) }
        guard node.view.className == view.className else {
            remove(view.id)
            add(view)
            for child in nodes.values where child.view.parent == view.id { attach(child) }
            return
        }
        let hasMoved = node.view.parent != view.parent
        if hasMoved { parent(of: node.view)?.remove(node.widget) }
        let hasFrame = node.view.frame != view.frame
        node.update(view)
        if hasMoved { attach(node) } else if hasFrame { place(node) }
    }

    private func remove(_ id: UInt32) {
        guard let node = nodes.removeValue(forKey: id) else { return }
        parent(of: node.view)?.remove(node.widget)
        node.leave()
    }

    /// Brings siblings into the order of the views, from back to front.
    private func arrangeSiblings(_ views: [ViewEntry]) {
        for view in views { if let node = nodes[view.id] { parent(of: view)?.append(node.widget) } }
    }

    /// The view controller has left the tree.
    func leave() {
        for node in nodes.values { node.leave() }
    }

    // MARK: Containers

    private var isContainer: Bool { isTabBarController || isNavigationController }
    private var isTabBarController: Bool { tree.objects[path]?[TabBarControllerInterface.name] != nil }
    private var isNavigationController: Bool { tree.objects[path]?[NavigationControllerInterface.name] != nil }

    /// Gives the parts of a container's view their content.
    private func adoptPart(_ node: ViewNode) {
        guard let part = node.canvas else { return }
        switch node.view.text(ViewKeys.identifier) {
        case "TabBar":
            guard let bar = tree.tabBarController(path).tabBar else { return }
            let view = TabBarView()
            view.onTap = { [weak self] position in self?.gestures.send(.tap(position, of: bar)) }
            view.onClose = { [weak self] tab in self?.gestures.send(.close(tab)) }
            view.onDrop = { [weak self] text, position in self?.drop(text, on: position) ?? false }
            part.append(view.canvas)
            tabBar = view
        case "NavigationBar":
            let view = NavigationBarView()
            view.onBack = { [weak self] in self.map { $0.gestures.send(.back($0.path)) } }
            view.onButton = { [weak self] item in self.map { $0.gestures.send(.barButton($0.top, item)) } }
            part.append(view.box)
            navigationBar = view
        case "Toolbar":
            let view = ToolbarView()
            view.onButton = { [weak self] item in self.map { $0.gestures.send(.barButton($0.top, item)) } }
            part.append(view.box)
            toolbar = view
        default: break
        }
    }

    private var top: ObjectPath { tree.navigationController(path).topViewController ?? .none }

    /// Brings bars, the child and the state up to date.
    func refresh() {
        if isContainer { refreshContainer() } else { refreshFailure() }
    }

    private func refreshContainer() {
        let objects = tree.managedObjects
        if let tabBar, let bar = tree.tabBarController(path).tabBar {
            let picture = WindowSnapshot(of: path, in: objects)
            let focused = tree.focus(path).focusedItem
            tabBar.show(
                picture.items, at: tree.tabBar(bar).itemFrames ?? [], isTop: picture.barEdge == .top,
                focused: tree.hasFocus(path) ? focused.map { Int($0) } : nil)
        }
        navigationBar?.show(NavigationBar(of: path, in: objects))
        toolbar?.show(Toolbar(of: path, in: objects))
        let shown = Displayed.shown(by: path, of: objects).flatMap { $0.isNone ? nil : $0 }
        let content = nodes.values.first { $0.view[ViewKeys.identifier] == "Content" }?.canvas
        if child?.path != shown {
            replaceChild(by: shown, in: content)
        } else if let child, let content, slide?.isRunning != true {
            content.append(child.canvas)
        }
        stack = tree.navigationController(path).viewControllers ?? []
        child?.refresh()
    }

    /// Shows another child. An animated push or pop slides.
    private func replaceChild(by shown: ObjectPath?, in content: Canvas?) {
        slide?.end()
        slide = nil
        let old = child
        child = shown.map { scene.controller($0) }
        if let child { content?.append(child.canvas) }
        child?.canvas.opacity = 1
        guard let old else { return }
        guard let child, let content, isNavigationController, tree.animated.contains(child.path) else {
            content?.remove(old.canvas)
            return
        }
        slide = Slide(stack.contains(child.path) ? .pop : .push, from: old.canvas, to: child.canvas, on: content)
    }

    /// Covers a view whose owner has failed.
    private func refreshFailure() {
        let controller = tree.viewController(path)
        let state = controller.state ?? ""
        guard ["failed", "quarantined"].contains(state) else {
            if let failure { canvas.remove(failure.widget) }
            failure = nil
            return
        }
        if failure == nil {
            let view = FailureView { [weak self] in self?.startAgain() }
            canvas.append(view.widget)
            failure = view
        }
        failure?.show(controller.title ?? "", controller.failureReason ?? "")
    }

    private func startAgain() {
        let controller = tree.viewController(path)
        let plugin = controller.state == "quarantined" ? controller.plugin : nil
        gestures.send(plugin.map(UserGesture.resetPlugin) ?? .respawn(path))
    }

    /// Moves what was dropped on an item of the bar there: a row of More's Edit mode, or another item.
    private func drop(_ text: String, on position: Int) -> Bool {
        if let row = RowReference(text) {
            guard tree.tabBarController(path).customizing == true else { return false }
            gestures.send(row.moved(to: position))
            return true
        }
        let items = tree.tabBar(tree.tabBarController(path).tabBar ?? .none).items ?? []
        guard text.hasPrefix("/"), items.indices.contains(position),
            let tabs = tree.tabBarController(path).viewControllers,
            let index = tabs.firstIndex(of: items[position])
        else { return false }
        gestures.send(.reorder(ObjectPath(text), index))
        return true
    }
}

/// A row of a table while the user drags it.
struct RowReference {
    let path: ObjectPath
    let view: UInt32
    let row: Int

    init(path: ObjectPath, view: UInt32, row: Int) {
        self.path = path
        self.view = view
        self.row = row
    }

    /// Reads `row PATH VIEW INDEX`.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 4, words[0] == "row", let view = UInt32(words[2]), let row = Int(words[3]) else {
            return nil
        }
        self.init(path: ObjectPath(String(words[1])), view: view, row: row)
    }

    var text: String { "row \(path) \(view) \(row)" }

    func moved(to index: Int) -> UserGesture {
        let move = RowMove(from: UInt32(clamping: row), to: UInt32(clamping: index))
        return .send(path, view, UserActions.moveRow.name, move.variant)
    }
}
