package import DBusInterface
package import EventLoop
package import TabInterface

/// Called once: with nil, or with the error.
package typealias Completion = @EventLoop (DBusError?) -> Void

/// The supplier of a view controller's content: an in-process plugin, a plugin process, or a client on the bus.
///
/// The daemon calls it in UIKit's order and never waits. A call with a result has a completion, which is called at most
/// once.
@EventLoop
package protocol ContentOwner: AnyObject {
    /// The completion gets nil when the instance exists, or the reason why it can't be created.
    func whenReady(_ completion: @escaping Completion)
    /// Whether the instance is still being created.
    var isAwaited: Bool { get }
    /// The error when the instance could not be created; nil otherwise.
    var failure: DBusError? { get }
    /// The view is needed. The owner sends the whole tree with `ViewController.UpdateView`.
    func viewDidLoad()
    func viewWillAppear(animated: Bool)
    func viewIsAppearing(animated: Bool)
    func viewDidAppear(animated: Bool)
    func viewWillDisappear(animated: Bool)
    func viewDidDisappear(animated: Bool)
    /// `toParent` is nil when the view controller leaves its container.
    func willMove(toParent: ViewControllerID?)
    func didMove(toParent: ViewControllerID?)
    /// The root view's bounds, and the insets that bars cover, in points.
    func viewWillLayout(bounds: DBusRect, safeArea: DBusInsets)
    /// The window has other size classes or another colour scheme. This precedes the layout.
    func traitsChanged(_ traits: Traits)
    /// A client is about to read the view. The owner sends updates, then calls the completion.
    func updateContent(completion: @escaping @EventLoop () -> Void)
    /// The completion gets nil when the owner has handled the action.
    func action(_ name: String, view: UInt32, value: Variant, completion: @escaping Completion)
    func barButtonItemActivated(_ item: UInt32)
    /// For a tab bar controller: UIKit's `tabBar(_:didSelect:)` (C-7).
    func tabBarDidSelect(_ position: UInt32)
    /// The presentation of the view controller has ended.
    func presentationEnded()
    /// An alert of `ViewController.PresentAlert` with a token was answered, or has gone without an answer. Then the
    /// action is `UInt32.max`.
    func alertAnswered(_ alert: UInt64, action: UInt32, texts: [String])
    /// The completion gets the state for `decodeRestorableState`; nil when there is none.
    func encodeRestorableState(completion: @escaping @EventLoop ([String: Variant]?) -> Void)
    func decodeRestorableState(_ state: [String: Variant])
    /// The view controller is destroyed. No call follows.
    func destroy()
}

/// The optional methods of an owner.
extension ContentOwner {
    package func whenReady(_ completion: @escaping Completion) { completion(nil) }
    package var isAwaited: Bool { false }
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

/// The reason for creating the instance of a view controller.
package enum InstanceOrigin: Sendable {
    /// The view controller is new.
    case new
    /// The view controller is older than the daemon's start and starts with defaults (`I-2`). The settings of its
    /// instance during creation count.
    case restoredAtDefaults
    /// The view controller is older than the daemon's start. Title, items and properties that its instance sets during
    /// creation are ignored, because the restored values take precedence.
    case restored
}

/// The place where a plugin's code runs: this process, or its own.
@EventLoop
protocol PluginRuntime: AnyObject {
    var isolation: Manifest.Isolation { get }
    /// 0 while the code isn't loaded.
    var processID: UInt32 { get }
    /// Whether another runtime can't replace it: code is loaded, or view controllers wait for it.
    var isInUse: Bool { get }
    /// The resources of the code, with the keys of `Plugin.GetResourceUsage`; empty without a process of its own.
    var resourceUsage: [String: Variant] { get }

    /// - Throws: `PluginUnavailable`, `PluginFailed`.
    func makeOwner(
        _ className: String, controller: ViewControllerID, arguments: [String: Variant], origin: InstanceOrigin
    ) throws(DBusError) -> any ContentOwner

    func load(completion: @escaping Completion)
    func reload(completion: @escaping Completion)
    func unload(completion: @escaping Completion)
    /// The configuration disables the plugin, whose code is loaded or for which view controllers wait.
    func disable()
    /// The configuration no longer disables it.
    func enable()
    func reset(completion: @escaping Completion)
    /// Creates the instance of a view controller that lost it.
    func respawn(_ controller: ViewControllerID, completion: @escaping Completion)
    /// Expects a plugin process that the user starts, for example under a debugger, and that presents a token.
    ///
    /// - Returns: The address to connect to.
    func expectHost(token: String) throws(DBusError) -> String

    /// Asks every instance for its state, with a timeout, and reports new states to the daemon.
    func collectStates(within milliseconds: UInt64, completion: @escaping @EventLoop () -> Void)
    /// A child process of the daemon has stopped or continued.
    func childrenChanged()
    /// The daemon ends.
    func shutDown()
}
