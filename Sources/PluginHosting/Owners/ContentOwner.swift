import DBusConnection
package import DBusInterface
package import EventLoop
package import TabInterface

/// Who fills a view controller: a plugin in the daemon, one in a host of its own, or a client on the bus.
///
/// The daemon calls it in UIKit's order and never waits: what has a result has a completion, called at most once.
@EventLoop
package protocol ContentOwner: AnyObject {
    /// The completion gets nil when the instance is there, or why it can't be made.
    func whenReady(_ completion: @escaping @EventLoop (DBusError?) -> Void)
    /// Why there is no instance; nil when there is one, or is to be.
    var failure: DBusError? { get }
    /// The view is wanted: the owner sends the whole tree with `ContentHost.updateViews`.
    func viewDidLoad()
    func viewWillAppear(animated: Bool)
    func viewIsAppearing(animated: Bool)
    func viewDidAppear(animated: Bool)
    func viewWillDisappear(animated: Bool)
    func viewDidDisappear(animated: Bool)
    /// The container's number; nil when the controller leaves one.
    func willMove(toParent: UInt64?)
    func didMove(toParent: UInt64?)
    /// The root view's bounds, and how far bars cover them, in points.
    func viewWillLayout(bounds: DBusRect, safeArea: DBusInsets)
    /// The window has other size classes, or its user prefers other colours; told before the layout.
    func traitsChanged(_ traits: Traits)
    /// Somebody is about to read the view: the owner sends what is out of date, then calls the completion.
    func updateContent(completion: @escaping @EventLoop () -> Void)
    /// The completion gets nil when the owner has handled the action.
    func action(
        _ name: String, view: UInt32, value: Variant, completion: @escaping @EventLoop (DBusError?) -> Void)
    func barButtonItemActivated(_ item: UInt32)
    /// Of a tab bar controller: UIKit's `tabBar(_:didSelect:)` (C-7).
    func tabBarDidSelect(_ position: UInt32)
    /// It is not presented any more.
    func presentationEnded()
    /// An alert that `ContentHost.presentAlert` presented was answered, or is gone without an answer: then the action is
    /// `UInt32.max`.
    func alertAnswered(_ alert: UInt64, action: UInt32, texts: [String])
    /// The completion gets what `decodeRestorableState` brings back; nil when there is nothing to keep.
    func encodeRestorableState(completion: @escaping @EventLoop ([String: Variant]?) -> Void)
    func decodeRestorableState(_ state: [String: Variant])
    /// The controller is gone; nothing is called afterwards.
    func destroy()
}

/// What an owner need not have.
extension ContentOwner {
    package func whenReady(_ completion: @escaping @EventLoop (DBusError?) -> Void) { completion(nil) }
    package var failure: DBusError? { nil }
    package func traitsChanged(_ traits: Traits) {}
    package func barButtonItemActivated(_ item: UInt32) {}
    package func tabBarDidSelect(_ position: UInt32) {}
    package func presentationEnded() {}
    package func alertAnswered(_ alert: UInt64, action: UInt32, texts: [String]) {}

    package func encodeRestorableState(completion: @escaping @EventLoop ([String: Variant]?) -> Void) {
        completion(nil)
    }

    package func decodeRestorableState(_ state: [String: Variant]) {}
}

/// What a controller is in; 0 for none.
package struct Containers: Hashable, Sendable {
    package var parent: UInt64
    package var navigationController: UInt64
    package var tabBarController: UInt64
    package var presentingViewController: UInt64

    package init(
        parent: UInt64, navigationController: UInt64, tabBarController: UInt64, presentingViewController: UInt64
    ) {
        self.parent = parent
        self.navigationController = navigationController
        self.tabBarController = tabBarController
        self.presentingViewController = presentingViewController
    }
}

/// Why the instance of a controller is made.
package enum InstanceOrigin: Sendable {
    /// Its controller is new.
    case new
    /// Its controller was there before the daemon's start, and begins anew (`I-2`): what its instance sets while it is made
    /// counts.
    case restoredAtDefaults
    /// Its controller was there before the daemon's start. What its instance sets of title, items and properties while it
    /// is made is a default that does not win over what was restored: it is ignored.
    case restored
}

/// Where a plugin's code runs: in this process, or in one of its own.
@EventLoop
protocol PluginRuntime: AnyObject {
    var isolation: Manifest.Isolation { get }
    /// 0 while the code isn't loaded.
    var processID: UInt32 { get }
    /// Whether another runtime can't take its place: code is loaded, or controllers wait for it.
    var isInUse: Bool { get }
    /// What the code uses, in the words of `Plugin.GetResourceUsage`; empty while there is no process of its own.
    var resourceUsage: [String: Variant] { get }

    /// - Throws: `PluginUnavailable`, `PluginFailed`.
    func makeOwner(
        _ className: String, controller: UInt64, arguments: [String: Variant], origin: InstanceOrigin
    ) throws(DBusError) -> any ContentOwner

    // What follows completes once: with nil, or with what went wrong.

    func load(completion: @escaping @EventLoop (DBusError?) -> Void)
    func reload(completion: @escaping @EventLoop (DBusError?) -> Void)
    func unload(completion: @escaping @EventLoop (DBusError?) -> Void)
    func reset(completion: @escaping @EventLoop (DBusError?) -> Void)
    /// Makes the instance of a controller again that has none.
    func respawn(_ controller: UInt64, completion: @escaping @EventLoop (DBusError?) -> Void)
    /// Expects a plugin process that the user starts, such as under a debugger, and that presents a token.
    ///
    /// - Returns: The address to connect to.
    func expectHost(token: String) throws(DBusError) -> String

    /// Asks every instance for its state, for so long at most; the daemon is told what is new.
    func collectStates(within milliseconds: UInt64, completion: @escaping @EventLoop () -> Void)
    /// Some child process of the daemon has stopped or gone on.
    func childrenChanged()
    /// The daemon ends.
    func shutDown()
}
