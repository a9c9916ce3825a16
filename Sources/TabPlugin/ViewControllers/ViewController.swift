internal import CTabPlugin

/// A screen of content. A plugin's classes inherit from it.
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
/// The host creates instances of the classes that the manifest lists. Your code can create further view controllers to
/// push them, to present them or to use them as tabs.
@PluginActor
open class ViewController: ViewControllerReference, HostCreatable {
    /// The arguments of the creator.
    ///
    /// - Warning: Validate them, because any client on the bus can pass arguments.
    public let arguments: [String: Value]
    /// The appearance of the view controller in a navigation bar.
    public private(set) lazy var navigationItem = NavigationItem(self)
    public private(set) var isViewLoaded = false
    /// Whether the view is visible: true from `viewWillAppear(_:)` to `viewDidDisappear(_:)`.
    public internal(set) var isViewVisible = false
    /// The size classes and the colour scheme. They are unspecified until the view is in a window.
    /// `traitCollectionDidChange(_:)` is called after a change.
    public internal(set) var traitCollection = TraitCollection()
    private(set) lazy var tree = ViewTree(self)
    /// The traits before a change whose notification is pending; nil if none is pending.
    var previousTraits: TraitCollection?
    /// The size of the last layout that the host requested.
    var laidOutSize: Size?
    /// Whether the plugin's code created the instance, as opposed to the host.
    private(set) var isOwn: Bool
    private var isForeign = false
    private lazy var ownTabBarItem = TabBarItem(self)
    /// The current transition of this view controller; nil if only a container appears or disappears.
    var transition: Transition?
    /// Whether the view controller has appeared in its current presentation.
    var wasPresented = false
    /// The assigned values of the properties that the host stores.
    var properties: [String: Value] = [:]
    weak var tabBarDelegate: (any TabBarControllerDelegate)?
    /// The number of the tab bar controller whose delegate `tabBarDelegate` is.
    var delegatedTabBarController: UInt64 = 0
    var popovers = Popovers()

    /// The title in bars. Setting it also sets the titles of the tab bar item and the navigation item. Until it is set,
    /// bars show the title of the manifest.
    public var title: String? {
        didSet {
            tabBarItem.inheritTitle(title)
            navigationItem.inheritTitle(title)
            if title != oldValue { sendTitle() }
        }
    }

    /// The appearance of the view controller in a tab bar.
    ///
    /// Assigning an item replaces all properties of the previous one; do so before the view controller becomes a tab.
    /// If the item belongs to another view controller, an error is logged and nothing changes.
    public var tabBarItem: TabBarItem {
        get { ownTabBarItem }
        set {
            guard newValue !== ownTabBarItem else { return }
            if let other = newValue.controller {
                return log(
                    .error,
                    "view controller \(number) could not set its tab bar item: "
                        + "the item belongs to view controller \(other.number)")
            }
            ownTabBarItem.detach()
            ownTabBarItem = newValue
            newValue.attach(to: self)
        }
    }

    /// Creates a view controller. Override it to prepare your own state.
    ///
    /// A page that your code creates may have an initializer of its own, which calls `super.init()`:
    ///
    /// ```swift
    /// final class CityPage: ViewController {
    ///     private let city: String
    ///
    ///     init(city: String) {
    ///         self.city = city
    ///         super.init()
    ///     }
    ///
    ///     required init(arguments: [String: Value]) {
    ///         city = arguments["City"]?.string ?? ""
    ///         super.init(arguments: arguments)
    ///     }
    /// }
    /// ```
    public required init(arguments: [String: Value] = [:]) {
        self.arguments = arguments
        isOwn = true
        super.init()
        guard let number = Registration.claimNumber(for: type(of: self)) else { return }
        self.number = number
        isOwn = false
    }

    /// Creates a proxy of another owner's view controller.
    ///
    /// It is a convenience initializer, because subclasses in plugins would not inherit `init(arguments:)` if there were a
    /// designated initializer that is not public.
    convenience init(proxyFor number: UInt64) {
        self.init(arguments: [:])
        self.number = number
        isOwn = false
        isForeign = true
    }

    isolated deinit {
        guard isOwn, number != 0 else { return }
        // Destroys the host's side after the current callback. The host logs a refusal.
        Host.postIsolated { [number] in
            try? Host.call { table, host, _ in table.destroy_view_controller?(host, number) }
        }
    }

    /// This instance; nil if it is a proxy of another owner's view controller.
    public override var viewController: ViewController? { isForeign ? nil : self }

    override var isProxy: Bool { isForeign }

    /// The view that gets the focus of a remote control when the focus enters the content. With nil, the default, the
    /// host chooses.
    ///
    /// Override it. Call `setNeedsFocusUpdate()` after it has changed without a change of other views.
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

    /// Requests that `preferredFocusedView` is read again at the end of the callback.
    public func setNeedsFocusUpdate() { if isViewLoaded { tree.setNeedsUpdate() } }

    /// The root view, which is loaded if necessary.
    public var view: View {
        get {
            loadViewIfNeeded()
            return tree.root ?? View()
        }
        set { if tree.root == nil { tree.setRoot(newValue) } }
    }

    /// The root view; nil if it is not loaded.
    public var viewIfLoaded: View? { tree.root }

    /// Calls `loadView()` and `viewDidLoad()` if the view is not loaded.
    public func loadViewIfNeeded() {
        guard !isViewLoaded else { return }
        isViewLoaded = true
        loadView()
        if tree.root == nil {
            log(.error, "view controller \(number): loadView() did not set view; using an empty view")
            tree.setRoot(View(frame: Rect(width: 375, height: 667)))
        }
        viewDidLoad()
    }

    /// Sets `view`. Override it to use a root view of another class. `view` can be set only once. The size is that of a
    /// phone until the first layout.
    open func loadView() { view = View(frame: Rect(width: 375, height: 667)) }
    /// The view is loaded: add subviews.
    open func viewDidLoad() {}
    /// The view is about to be added to a window.
    open func viewWillAppear(_ animated: Bool) {}
    /// The view is in the window and has its size and traits.
    open func viewIsAppearing(_ animated: Bool) {}
    /// The view is on screen: start animations and timers.
    open func viewDidAppear(_ animated: Bool) {}
    /// The view is about to leave the screen: stop animations and timers.
    open func viewWillDisappear(_ animated: Bool) {}
    /// The view has left the window.
    open func viewDidDisappear(_ animated: Bool) {}
    /// The root view is about to be laid out: set the frames of subviews from `view.bounds` and `view.safeAreaInsets`.
    open func viewWillLayoutSubviews() {}
    /// The root view's `layoutSubviews()` has returned. Its subviews are laid out later.
    open func viewDidLayoutSubviews() {}
    /// The view controller is about to enter a container, or to leave its container if `parent` is nil.
    open func willMove(toParent parent: ViewControllerReference?) {}
    /// The view controller has entered a container, or has left its container if `parent` is nil.
    open func didMove(toParent parent: ViewControllerReference?) {}
    /// The size of the view in its window is about to change. A change of traits, if any, and the layout follow.
    open func viewWillTransition(to size: Size) {}
    /// The size classes, the colour scheme, the locale or the layout direction have changed.
    open func traitCollectionDidChange(_ previous: TraitCollection?) {}
    /// A client is about to read the view: update content that depends on the time.
    open func updateContent() {}
    /// Encodes the state from which `decodeRestorableState(with:)` restores the content.
    open func encodeRestorableState(with coder: Coder) {}
    /// Restores the content. Called before the view is loaded.
    ///
    /// - Warning: Another version of the plugin may have encoded the state. The next call of
    ///   `encodeRestorableState(with:)` replaces all of it. To keep a state that you can't read, call
    ///   `Coder.failWithError(_:)`.
    open func decodeRestorableState(with coder: Coder) {}
    /// This view controller and all those restored with it have decoded their states.
    open func applicationFinishedRestoringState() {}
    /// The view controller has been destroyed.
    open func willBeDestroyed() {}

    /// Whether this is a container, whose views belong to the host.
    var isContainer: Bool { false }

    /// Creates the host's side and returns its number.
    ///
    /// If the restoration identifier matches a restored view controller, the new instance takes that view controller's
    /// number, place and state.
    func createHostSide() throws(PluginError) -> UInt64 {
        let identifier = restorationIdentifier
        return try Host.read(0) { table, host, arena, created in
            let type = arena.string("." + Registration.className(of: self))
            let arguments = arena.pointer(to: .options(arguments))
            guard let identifier else { return table.create_view_controller?(host, type, arguments, created) }
            return table.create_restorable_view_controller?(host, type, arena.string(identifier), arguments, created)
        }
    }

    /// Creates the host's side if it does not exist, and returns its number.
    override func registerWithHost() throws(PluginError) -> UInt64 {
        guard number == 0 else { return number }
        // A tab bar controller can't be a tab, on a stack or presented. Only the host creates one.
        guard !(self is TabBarController) else { throw .notSupported }
        number = try Registration.adopting(self) { () throws(PluginError) in try createHostSide() }
        if title != nil { sendTitle() }
        tabBarItem.sendAll()
        navigationItem.sendAll()
        sendProperties()
        popovers.own?.setNeedsUpdate()
        return number
    }

    private func sendTitle() {
        guard number != 0 else { return }
        request("set its title") { table, host, arena in table.set_title?(host, number, arena.string(title ?? "")) }
    }
}

extension ViewController {
    func adopt(_ number: UInt64) { self.number = number }

    /// Handles the destruction of the host's side. The plugin may use the instance again; it then gets a new host side.
    func hostDidDestroy() {
        number = 0
        isOwn = true
        laidOutSize = nil
        tree.reset()
        popovers.own?.reset()
    }

}

/// A class whose instances the host creates. Your classes inherit the conformance from `ViewController`.
@PluginActor
public protocol HostCreatable {
    init(arguments: [String: Value])
}

extension HostCreatable {
    /// Creates a view controller in your own code, without arguments.
    ///
    /// This is an extension of a protocol, so that subclasses that override `init(arguments:)` have it too, and
    /// `super.init()` in an initializer of a subclass is `super.init(arguments: [:])`.
    @_disfavoredOverload
    public init() { self.init(arguments: [:]) }
}
