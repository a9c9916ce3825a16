/// One screen of content, the base of a plugin's classes.
///
/// ```swift
/// final class Hello: ViewController {
///     override func viewDidLoad() {
///         let label = Label(frame: view.frame)
///         label.text = "Hello"
///         view.addSubview(label)
///     }
/// }
/// ```
@PluginActor
open class ViewController {
    /// What the creator gave; check it, it may come from anybody.
    public let arguments: [String: Value]
    /// The number in the controller's object path.
    public let number: UInt64
    public let tabBarItem: TabBarItem
    public private(set) var isViewLoaded = false
    /// Between `viewWillAppear(_:)` and `viewDidDisappear(_:)`.
    public internal(set) var isViewVisible = false
    private let tree: ViewTree

    /// Shown in bars; sets the tab bar item's title as well. Never set: as in the manifest.
    public var title: String? { didSet { if title != oldValue { sendTitle() } } }

    /// Only the host makes instances; override to prepare your own state.
    public required init(arguments: [String: Value]) {
        self.arguments = arguments
        number = Registration.controllerInCreation
        tabBarItem = TabBarItem(controller: number)
        tree = ViewTree(controller: number)
    }

    /// The root view; loads it when needed.
    public var view: View {
        get {
            loadViewIfNeeded()
            return tree.root ?? View()
        }
        set { if tree.root == nil { tree.setRoot(newValue) } }
    }

    public func loadViewIfNeeded() {
        guard !isViewLoaded else { return }
        isViewLoaded = true
        loadView()
        if tree.root == nil { tree.setRoot(View()) }
        viewDidLoad()
    }

    /// Override to set `view` to one of another class; it can be set once. The size is a phone's until the first layout.
    open func loadView() { view = View(frame: Rect(width: 375, height: 667)) }
    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewIsAppearing(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}
    /// 0 when the controller leaves its container.
    open func willMove(toParent parent: UInt64) {}
    open func didMove(toParent parent: UInt64) {}
    /// The root view has got these bounds, which bars cover by the insets.
    open func viewWillLayoutSubviews(bounds: Rect, safeArea: EdgeInsets) {}
    /// Somebody is about to read the view: bring up to date what time has changed.
    open func updateContent() {}
    /// What `decodeRestorableState(_:)` needs to bring the content back in another life of the daemon.
    open func encodeRestorableState() -> [String: Value] { [:] }
    /// Comes before the view is loaded; another version of the plugin may have written the state.
    open func decodeRestorableState(_ state: [String: Value]) {}
    /// The controller is gone for good.
    open func willBeDestroyed() {}

    private func sendTitle() {
        do throws(PluginError) {
            try Host.setTitle(title ?? "", of: number)
        } catch {
            log(.error, "view controller \(number): the host refused its title: \(error)")
        }
    }

    func openView() {
        loadViewIfNeeded()
        tree.open()
    }

    func layOut(_ bounds: Rect, _ safeArea: EdgeInsets) {
        tree.layOut(bounds)
        viewWillLayoutSubviews(bounds: bounds, safeArea: safeArea)
    }

    func perform(_ action: String, on view: UInt32, _ value: Value) throws(PluginError) {
        guard let view = tree.root?.find(view) else { throw .invalidArgument }
        try view.perform(action, value)
    }
}

extension ViewController {
    /// The absolute path of a folder of the plugin's own.
    public func dataDirectory() throws(PluginError) -> String { try Host.dataDirectory() }

    /// The locale of texts, such as `de_DE.UTF-8`.
    public func locale() throws(PluginError) -> String { try Host.locale() }
}
