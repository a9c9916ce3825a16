internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// The tabs, drawn at the size of the daemon's window: the page, and the popovers and alerts over it.
@EventLoop
final class Scene: StageContent, GestureObserver {
    let path: ObjectPath
    private(set) lazy var gestures = GestureSender(of: path, isReadOnly: isReadOnly, self)
    private let isReadOnly: Bool
    private let report: @EventLoop (String) -> Void
    private(set) var tree: TabTree
    private let canvas = Canvas()
    /// The texts that screen readers are told.
    private let status = Label(role: .status)
    /// The views of all view controllers that are in the tree.
    private var controllers: [ObjectPath: ControllerView] = [:]
    private var page: ControllerView?
    private var isPagePresented = false
    /// A sheet or another page that comes or goes.
    private var slide: Slide?
    private var layers: [PopoverLayer] = []
    private lazy var closeButton = PageCloseButton(on: canvas) { [weak self] in
        self?.gestures.send(.escape($0))
    }
    /// The animation of a change of tabs.
    private var transition: Animation?
    private var shownTransition: [String: Variant] = [:]

    var widget: Widget { canvas }
    var size: DBusSize? { tree.window(path).size }

    /// - Parameter report: Shows a message.
    init(of path: ObjectPath, isReadOnly: Bool, _ report: @escaping @EventLoop (String) -> Void) {
        self.path = path
        self.isReadOnly = isReadOnly
        self.report = report
        tree = TabTree(of: path)
        canvas.classes = ["tabd-page"]
        status.classes = ["tabd-status"]
        canvas.append(status)
        canvas.place(status, at: Rect(x: 0, y: 0, width: 1, height: 1))
        canvas.onClick(button: 8) { [weak self] _, _ in self?.goBack() }
    }

    /// Whether the daemon is there, so that the views accept input.
    var isConnected = true {
        didSet {
            canvas.isEnabled = isConnected
            canvas.classes = isConnected ? ["tabd-page"] : ["tabd-page", "tabd-waiting"]
        }
    }

    // MARK: Following

    /// Adopts a whole tree, for example that of a daemon that was started again. Widgets stay where their views do.
    func rebuild(_ tree: TabTree) {
        self.tree = tree
        isConnected = true
        for (path, controller) in controllers {
            if let views = tree.views[path] {
                controller.adopt(views)
            } else if tree.objects[path] == nil {
                forget(path)
            }
        }
        refresh()
    }

    /// Applies changes of the tree.
    func follow(_ tree: TabTree, _ changes: [TreeChange]) {
        self.tree = tree
        var needsRefresh = false
        for change in changes {
            switch change {
            case .view(let path, let edit):
                controllers[path]?.apply(edit)
                // A container's bars and its child get their place with its views.
                if case .changed = edit { continue }
                needsRefresh = true
            case .announced(_, let text, _): announce(text)
            case .rowScrolled(let path, let view, let row, let position):
                (controllers[path]?.node(view) as? TableNode)?.scroll(to: Int(row), position)
            case .left(let path, _):
                forget(path)
                needsRefresh = true
            default: needsRefresh = true
            }
        }
        if needsRefresh { refresh() }
    }

    private func forget(_ path: ObjectPath) {
        controllers[path]?.leave()
        controllers[path] = nil
    }

    /// Returns the view of a view controller, which is kept until it leaves the tree.
    func controller(_ path: ObjectPath) -> ControllerView {
        if let controller = controllers[path] { return controller }
        let controller = ControllerView(of: path, in: self)
        controllers[path] = controller
        if let views = tree.views[path] { controller.adopt(views) }
        return controller
    }

    /// Places what is displayed.
    private func refresh() {
        guard tree.objects[path] != nil else { return }
        Application.isRightToLeft = tree.window(path).layoutDirection == "rightToLeft"
        let shown = Displayed.Layers(in: path, of: tree.managedObjects)
        let page = controller(shown.pageRoot)
        if page !== self.page {
            show(page, isPresented: shown.isPagePresented)
        }
        page.refresh()
        closeButton.show(over: shown, size ?? .zero, in: tree.managedObjects)
        refreshLayers(shown.popovers.map(\.popover))
        refreshTransition()
        refreshFocus()
    }

    /// Shows another page. One that is presented or dismissed with an animation slides.
    private func show(_ page: ControllerView, isPresented: Bool) {
        slide?.end()
        slide = nil
        let old = self.page
        self.page = page
        canvas.insert(page.canvas, before: layers.first?.widget)
        canvas.place(page.canvas, at: nil)
        let isLeaving = isPagePresented && !isPresented
        isPagePresented = isPresented
        guard let old else { return }
        // The last page of a sheet that was dismissed says whether that is animated, as it comes back.
        guard isPresented || isLeaving, tree.animated.contains(page.path) else { return canvas.remove(old.canvas) }
        slide = Slide(isLeaving ? .dismiss : .present, from: old.canvas, to: page.canvas, on: canvas)
    }

    private func refreshLayers(_ popovers: [Popover]) {
        for layer in layers where !popovers.contains(where: { $0.viewController == layer.path }) {
            layer.leave(canvas)
        }
        layers = popovers.map { popover in
            let layer =
                layers.first { $0.path == popover.viewController } ?? PopoverLayer(of: popover.viewController, in: self)
            layer.show(popover, on: canvas, size ?? .zero)
            return layer
        }
    }

    // MARK: Transitions

    /// Draws a change of tabs with the daemon's duration and curve.
    private func refreshTransition() {
        let current = tree.tabBarController(path).transition ?? [:]
        guard current != shownTransition else { return }
        // The progress with which a change ended does not stay.
        if let last = shownTransition["To"]?.get(as: ObjectPath.self), current["To"] != shownTransition["To"] {
            controllers[last]?.canvas.opacity = 1
        }
        let isNew = current["From"] != shownTransition["From"] || current["To"] != shownTransition["To"]
        shownTransition = current
        guard let to = current["To"]?.get(as: ObjectPath.self) else {
            transition = nil
            return
        }
        let incoming = controller(to).canvas
        if current["Interactive"]?.get() == true {
            transition = nil
            incoming.opacity = current["Progress"]?.get() ?? 0
        } else if isNew, let seconds: Double = current["Duration"]?.get(), seconds > 0 {
            let curve: Animation.Curve =
                switch current["Curve"]?.get(as: String.self) {
                case "linear": .linear
                case "easeIn": .easeIn
                case "easeOut": .easeOut
                default: .easeInOut
                }
            transition = Animation(on: incoming, seconds: seconds, curve: curve) { [weak incoming] in
                incoming?.opacity = $0
            }
        }
    }

    // MARK: Focus

    private weak var focusedNode: ViewNode?

    /// Draws the focus of the daemon, as on a television. A text gets the keyboard with it.
    private func refreshFocus() {
        let reference = tree.focus(path).focusedView
        let focused = reference.flatMap { controllers[$0.viewController]?.node($0.view) }
        guard focused !== focusedNode else { return }
        focusedNode?.widget.classes.remove("tabd-focused")
        focused?.widget.classes.insert("tabd-focused")
        focusedNode = focused
        if focused?.acceptsText == true { focused?.widget.grabFocus() }
    }

    /// Whether the daemon moves the focus by keys.
    private var isRemote: Bool { tree.hasFocus(path) }

    // MARK: Keys

    func perform(_ command: Shortcuts.Command) -> Bool {
        switch command {
        case .tab(let index):
            let count = tree.tabBar(tree.tabBarController(path).tabBar ?? .none).items?.count ?? 0
            guard count > 0 else { return false }
            // 9 is the last tab, as in browsers.
            gestures.send(.tap(index == 8 ? count - 1 : min(index, count - 1)))
        case .nextTab: return step(1)
        case .previousTab: return step(-1)
        case .back: goBack()
        case .dismiss: return dismiss()
        case .quit, .shortcuts: return false
        }
        return true
    }

    private func step(_ direction: Int) -> Bool {
        let bar = tree.tabBar(tree.tabBarController(path).tabBar ?? .none)
        guard let items = bar.items, !items.isEmpty,
            let selected = bar.selectedItem.flatMap({ items.firstIndex(of: $0) })
        else { return false }
        gestures.send(.tap((selected + direction + items.count) % items.count))
        return true
    }

    /// The stack on which the back button goes back; nil without one.
    private var stackWithBackButton: ObjectPath? {
        let shown = Displayed.Layers(in: path, of: tree.managedObjects)
        let top = shown.popovers.last?.displayed ?? shown.page
        guard let navigation = top.navigation, NavigationBar(of: navigation, in: tree.managedObjects)?.backTitle != ""
        else { return nil }
        return navigation
    }

    var canGoBack: Bool { stackWithBackButton != nil }

    /// Goes back on the stack that is on the screen.
    ///
    /// - Parameter path: The only stack that the gesture may change; nil for any. The selection may have changed since
    ///   the gesture began.
    func goBack(on path: ObjectPath? = nil) {
        guard let stack = stackWithBackButton, path == nil || path == stack else { return }
        gestures.send(.back(stack))
    }

    private func dismiss() -> Bool {
        if let presented = WindowSnapshot(of: path, in: tree.managedObjects).escape {
            gestures.send(.escape(presented))
            return true
        }
        guard isRemote else { return false }
        gestures.send(.press(.menu))
        return true
    }

    /// Sends a key of a remote control. Returns whether the daemon moves the focus by keys.
    func press(_ key: KeyPress) -> Bool {
        let remote: [String: RemoteKey] = [
            "Up": .up, "Down": .down, "Left": .left, "Right": .right, "Return": .select, "KP_Enter": .select,
            "Tab": .next, "ISO_Left_Tab": .previous,
        ]
        guard isRemote, !key.isControl, !key.isAlt, let button = remote[key.name] else { return false }
        // The caret moves in a text, and Return is for the text.
        let isTyping = focusedNode.map { $0.acceptsText && $0.widget.hasFocus } ?? false
        guard !isTyping || ![.left, .right, .select].contains(button) else { return false }
        gestures.send(.press(button))
        return true
    }

    // MARK: Messages

    func gestureEnded(_ outcome: GestureOutcome) {
        switch outcome {
        case .refused(.tapAt), .refused(.escape): report("It can't be dismissed now")
        case .refused(.close): report("The tab was not closed")
        case .refused(.reorder): report("The tab was not moved")
        // A signal names the tab that was refused.
        case .done, .refused, .missed: break
        case .readOnly: report("This window is read-only")
        case .failed(let error): report(error.message)
        case .lost(let message): report(message)
        }
    }

    /// Tells screen readers a text.
    func announce(_ text: String) { status.text = text }
}
