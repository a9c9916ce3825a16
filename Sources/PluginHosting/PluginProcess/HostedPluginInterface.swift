internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// The methods of a plugin process on its private connection, which the daemon calls. `ContentOwner` and its delegates
/// on the wire: the first argument is the number of the view controller, and 0 stands for none.
enum HostedPluginInterface: ContractInterface {
    static let name = "org.tabd.PluginHost1.Plugin"
    static let summary = "A plugin in its own process, as the daemon calls it."
    static let path: ObjectPath = "/org/tabd/PluginHost1/plugin"

    static let create: Method<(ViewControllerID, String, [String: Variant]) -> Void> = method(
        "Create", "controller", "class_name", "arguments",
        summary: "Creates an instance of a class. PluginFailed when the plugin returns none.")
    static let destroy: Method<(ViewControllerID) -> Void> = method(
        "Destroy", "controller", summary: "Destroys the instance.")

    // MARK: Life cycle, without replies

    static let viewDidLoad: Method<(ViewControllerID) -> Void> = method(
        "ViewDidLoad", "controller", summary: "Loads the view.")
    static let viewWillAppear: Method<(ViewControllerID, Bool) -> Void> = method(
        "ViewWillAppear", "controller", "animated", summary: "UIKit's callback.")
    static let viewIsAppearing: Method<(ViewControllerID, Bool) -> Void> = method(
        "ViewIsAppearing", "controller", "animated", summary: "UIKit's callback.")
    static let viewDidAppear: Method<(ViewControllerID, Bool) -> Void> = method(
        "ViewDidAppear", "controller", "animated", summary: "UIKit's callback.")
    static let viewWillDisappear: Method<(ViewControllerID, Bool) -> Void> = method(
        "ViewWillDisappear", "controller", "animated", summary: "UIKit's callback.")
    static let viewDidDisappear: Method<(ViewControllerID, Bool) -> Void> = method(
        "ViewDidDisappear", "controller", "animated", summary: "UIKit's callback.")
    static let willMoveToParent: Method<(ViewControllerID, ViewControllerID?) -> Void> = method(
        "WillMoveToParent", "controller", "parent", summary: "UIKit's callback.")
    static let didMoveToParent: Method<(ViewControllerID, ViewControllerID?) -> Void> = method(
        "DidMoveToParent", "controller", "parent", summary: "UIKit's callback.")
    static let viewWillLayout: Method<(ViewControllerID, DBusRect, DBusInsets) -> Void> = method(
        "ViewWillLayout", "controller", "bounds", "safe_area", summary: "New bounds or insets, in points.")
    static let traitsChanged: Method<(ViewControllerID, [String]) -> Void> = method(
        "TraitsChanged", "controller", "traits",
        summary: "Horizontal and vertical size class, and the colour scheme, by their names.")
    static let barButtonItemActivated: Method<(ViewControllerID, UInt32) -> Void> = method(
        "BarButtonItemActivated", "controller", "item", summary: "A bar button was tapped.")
    static let tabBarDidSelect: Method<(ViewControllerID, UInt32) -> Void> = method(
        "TabBarDidSelect", "controller", "position", summary: "UIKit's tabBar(_:didSelect:).")
    static let presentationEnded: Method<(ViewControllerID) -> Void> = method(
        "PresentationEnded", "controller", summary: "The presentation has ended.")
    static let alertAnswered: Method<(ViewControllerID, UInt64, UInt32, [String]) -> Void> = method(
        "AlertAnswered", "controller", "alert", "action", "texts",
        summary: "An alert was answered, or ended without an answer. Then the action is 4294967295.")
    static let decodeRestorableState: Method<(ViewControllerID, [String: Variant]) -> Void> = method(
        "DecodeRestorableState", "controller", "state", summary: "The result of an earlier EncodeRestorableState.")

    // MARK: Calls with a reply

    static let finishRestoration: Method<(ViewControllerID) -> Void> = method(
        "FinishRestoration", "controller",
        summary: "The reply comes when everything has run that the instance posted while it decoded its state.")

    static let updateContent: Method<(ViewControllerID) -> Void> = method(
        "UpdateContent", "controller", summary: "A client is about to read the view.")
    static let action: Method<(ViewControllerID, UInt32, String, Variant) -> Void> = method(
        "Action", "controller", "view", "action", "value",
        summary: "Handles a gesture of the user. The restorable state is sent before the reply.")
    static let encodeRestorableState: Method<(ViewControllerID) -> [[String: Variant]]> = method(
        "EncodeRestorableState", "controller", returns: "state", summary: "One state, or none.")

    // MARK: Delegates

    static let ask:
        Method<
            (ViewControllerID, UInt64, String, ViewControllerID, ViewControllerID?, [String: Variant]) -> [Variant]
        > = method(
            "Ask", "controller", "token", "question", "subject", "target", "arguments", returns: "answer",
            summary: """
                Asks a delegate. `subject` is the tab bar controller, or the presented view controller; `target` is the tab \
                that would be selected, 0 for none. The reply contains the answer, or is empty when the plugin fails. \
                NotSupported when the plugin does not implement the question.
                """)
    static let withdraw: Method<(ViewControllerID, UInt64) -> Void> = method(
        "Withdraw", "controller", "token", summary: "Cancels a question.")
    static let tell: Method<(ViewControllerID, String, ViewControllerID, [ViewControllerID], Bool, String) -> Void> =
        method(
            "Tell", "controller", "callback", "subject", "controllers", "changed", "style",
            summary: "A callback of a delegate without a result, by its `DelegateNotice`.")
}

extension HostedPluginInterface {
    /// Pings a plugin process.
    ///
    /// The call names the process. libdbus itself answers an unnamed one on a peer connection, and the process would
    /// not learn that the daemon has stopped watching it.
    @EventLoop
    static func ping(
        _ host: Connection, timeout: Int32, completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void
    ) {
        host.call(PeerInterface.ping, at: path, on: name, timeout: timeout, completion: completion)
    }
}
