/// One screen of content, the base of a plugin's classes.
///
/// ```swift
/// final class Hello: ViewController {
///     private let label = Label(text: "Hello")
///     private let button = Button(title: "Greet")
///
///     override func viewDidLoad() {
///         super.viewDidLoad()
///         button.addAction(for: .primaryActionTriggered) { [weak self] in self?.label.text += "!" }
///         view.addSubview(label)
///         view.addSubview(button)
///     }
///
///     override func viewWillLayoutSubviews() {
///         let area = view.bounds.inset(by: view.safeAreaInsets).insetBy(dx: 16, dy: 16)
///         label.frame = Rect(x: area.x, y: area.y, width: area.width, height: 40)
///         button.frame = Rect(x: area.x, y: area.y + 56, width: area.width, height: 44)
///     }
/// }
/// ```
///
/// The host makes the instances of the classes that the manifest lists. Your code may make others, to push them or to
/// have them as tabs; the host then learns of them by and by.
@PluginActor
open class ViewController: ViewControllerReference {
    /// What the creator gave; check it, it may come from anybody.
    public let arguments: [String: Value]
    public private(set) lazy var navigationItem = NavigationItem(self)
    public private(set) var isViewLoaded = false
    /// Between `viewWillAppear(_:)` and `viewDidDisappear(_:)`.
    public internal(set) var isViewVisible = false
    /// Unspecified until the view is in a window; `traitCollectionDidChange(_:)` tells changes.
    public internal(set) var traitCollection = TraitCollection()
    private(set) lazy var tree = ViewTree(self)
    /// What the traits were before a change that was not told yet.
    var formerTraits: TraitCollection?
    /// The size of the last layout that the host asked for.
    var laidOutSize: Size?
    /// Whether this plugin's code made it, and not the host.
    private(set) var isOwn: Bool
    private var standsForOther = false
    private var ownTabBarItem: TabBarItem?
    /// Why it appears or disappears just now; nil for what happens around it.
    var transition: Transition?
    /// Whether it has appeared as one that is presented.
    var wasPresented = false
    /// What was set of the properties that the host keeps.
    var properties: [String: Value] = [:]
    weak var tabBarDelegate: (any TabBarControllerDelegate)?
    /// Whose delegate `tabBarDelegate` is.
    var delegatedTabBarController: UInt64 = 0
    var popovers = Popovers()

    /// Shown in bars; sets the tab bar item's and the navigation item's title as well. nil shows the manifest's, when
    /// it was never set.
    public var title: String? {
        didSet {
            tabBarItem.follow(title)
            navigationItem.follow(title)
            if title != oldValue { sendTitle() }
        }
    }

    /// How it is shown in a tab bar. Assigning another item replaces all of it; do that before the controller becomes a
    /// tab. An item that belongs to another view controller is refused (H-6), which the log says.
    public var tabBarItem: TabBarItem {
        get {
            if let ownTabBarItem { return ownTabBarItem }
            let item = TabBarItem(self)
            ownTabBarItem = item
            return item
        }
        set {
            guard newValue !== ownTabBarItem else { return }
            if let other = newValue.controller {
                return log(
                    .error,
                    "view controller \(number) could not take a tab bar item: view controller \(other.number) has it")
            }
            ownTabBarItem?.detach()
            ownTabBarItem = newValue
            newValue.attach(to: self)
        }
    }

    /// Override to prepare your own state.
    public required init(arguments: [String: Value]) {
        self.arguments = arguments
        isOwn = true
        super.init()
        guard let number = Registration.takeNumber(for: type(of: self)) else { return }
        self.number = number
        isOwn = false
    }

    /// For those that your own code makes.
    public override convenience init() { self.init(arguments: [:]) }

    /// Stands for a controller of somebody else. A convenience initializer: plugins don't see it, and would not inherit
    /// `init()` beside a designated one that they don't see.
    convenience init(standingFor number: UInt64) {
        self.init(arguments: [:])
        self.number = number
        isOwn = false
        standsForOther = true
    }

    isolated deinit { if isOwn, number != 0 { Host.destroyLater(number) } }

    /// This instance; nil when it stands for a view controller of another owner.
    public override var viewController: ViewController? { standsForOther ? nil : self }

    override var isStandIn: Bool { standsForOther }

    /// The view that gets the focus of a remote control first, when the focus enters the content (J-7); nil, the default,
    /// leaves that to the host. Override it, and call `setNeedsFocusUpdate()` when it changes without other views.
    ///
    /// ```swift
    /// final class Player: ViewController {
    ///     private let play = Button(title: "Play")
    ///
    ///     override var preferredFocusedView: View? { play }
    ///
    ///     override func viewDidLoad() {
    ///         super.viewDidLoad()
    ///         view.addSubview(play)
    ///     }
    /// }
    /// ```
    open var preferredFocusedView: View? { nil }

    /// Has `preferredFocusedView` read again, at the end of the callback.
    public func setNeedsFocusUpdate() { if isViewLoaded { tree.setNeedsUpdate() } }

    /// The root view; loads it when needed.
    public var view: View {
        get {
            loadViewIfNeeded()
            return tree.root ?? View()
        }
        set { if tree.root == nil { tree.setRoot(newValue) } }
    }

    /// The root view, without loading it.
    public var viewIfLoaded: View? { tree.root }

    /// Calls `loadView()` and `viewDidLoad()`, unless that was done (L1).
    public func loadViewIfNeeded() {
        guard !isViewLoaded else { return }
        isViewLoaded = true
        loadView()
        if tree.root == nil {
            log(.error, "view controller \(number): loadView() set no view (L2); it has an empty one")
            tree.setRoot(View(frame: Rect(width: 375, height: 667)))
        }
        viewDidLoad()
    }

    /// Override to set `view` to one of another class; it can be set once. The size is a phone's until the first layout.
    open func loadView() { view = View(frame: Rect(width: 375, height: 667)) }
    /// The view is there: add subviews.
    open func viewDidLoad() {}
    /// The view is about to come into a window.
    open func viewWillAppear(_ animated: Bool) {}
    /// The view is in the window, and has its size and traits (L4).
    open func viewIsAppearing(_ animated: Bool) {}
    /// The view is on screen: start what moves.
    open func viewDidAppear(_ animated: Bool) {}
    /// The view is about to leave the screen: stop what moves.
    open func viewWillDisappear(_ animated: Bool) {}
    /// The view has left the window.
    open func viewDidDisappear(_ animated: Bool) {}
    /// Before the root view's layout: place the subviews by `view.bounds` and `view.safeAreaInsets`.
    open func viewWillLayoutSubviews() {}
    /// After the root view's `layoutSubviews()`; those of the views inside come later (V14).
    open func viewDidLayoutSubviews() {}
    /// nil when the controller leaves its container.
    open func willMove(toParent parent: ViewControllerReference?) {}
    open func didMove(toParent parent: ViewControllerReference?) {}
    /// The view is about to get another size in its window; then come the traits, when they change as well, and the
    /// layout (L13).
    open func viewWillTransition(to size: Size) {}
    /// The window has other size classes, or the user prefers other colours.
    open func traitCollectionDidChange(_ previous: TraitCollection?) {}
    /// Somebody is about to read the view: bring up to date what time has changed.
    open func updateContent() {}
    /// What `decodeRestorableState(with:)` needs to bring the content back in another life.
    open func encodeRestorableState(with coder: Coder) {}
    /// Comes before the view is loaded; another version of the plugin may have written the state. What is not taken over is
    /// gone with the next state that is encoded, unless `Coder.failWithError(_:)` keeps all of it.
    open func decodeRestorableState(with coder: Coder) {}
    /// It was restored, and so were the others that were restored with it.
    open func applicationFinishedRestoringState() {}
    /// The controller is gone for good.
    open func willBeDestroyed() {}

    /// Whether its views are the host's own.
    var isContainer: Bool { false }

    /// Has the host make its side of one that the plugin's code made.
    func makeHostSide() throws(PluginError) -> UInt64 {
        try Host.createViewController(
            Registration.className(of: self), identifiedBy: restorationIdentifier ?? "", arguments)
    }

    /// Makes the host know of a controller that the plugin's code made; does nothing for one that it knows.
    override func enterHost() throws(PluginError) -> UInt64 {
        guard number == 0 else { return number }
        // It can't be a tab, on a stack or presented; only the host makes one.
        guard !(self is TabBarController) else { throw .notSupported }
        number = try Registration.adopting(self) { () throws(PluginError) in try makeHostSide() }
        if title != nil { sendTitle() }
        tabBarItem.sendAll()
        navigationItem.sendAll()
        sendProperties()
        popovers.own?.setNeedsUpdate()
        return number
    }

    private func sendTitle() {
        guard number != 0 else { return }
        using("have a title") { () throws(PluginError) in try Host.setTitle(title ?? "", of: number) }
    }
}

extension ViewController {
    func adopt(_ number: UInt64) { self.number = number }

    /// The host has destroyed its side. Whoever holds the instance may use it again, as one of the plugin's own.
    func leaveHost() {
        number = 0
        isOwn = true
        laidOutSize = nil
        tree.beginAnew()
        popovers.own?.beginAnew()
    }

    /// Runs what the host may refuse; the refusal is logged.
    func using(_ purpose: String, _ body: () throws(PluginError) -> Void) {
        do throws(PluginError) {
            try body()
        } catch {
            log(.error, "view controller \(number) could not \(purpose): \(error)")
        }
    }
}
