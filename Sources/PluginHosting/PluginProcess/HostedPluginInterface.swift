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

    /// A method for the instance of a view controller, which is the first argument.
    typealias InstanceMethod<each In: DBusType> = Method<(ViewControllerID, repeat each In) -> Void>

    private static func instanceMethod<each In: DBusType>(
        _ name: String, _ inputs: repeat Name<each In>, summary: String = "UIKit's callback."
    ) -> InstanceMethod<repeat each In> {
        Method(name, of: Self.name, first: "controller", repeat each inputs, summary: summary)
    }

    static let create: InstanceMethod<String, [String: Variant]> = instanceMethod(
        "Create", "class_name", "arguments",
        summary: "Creates an instance of a class. PluginFailed when the plugin returns none.")
    static let destroy: InstanceMethod<> = instanceMethod("Destroy", summary: "Destroys the instance.")

    // MARK: Life cycle, without replies

    static let viewDidLoad: InstanceMethod<> = instanceMethod("ViewDidLoad", summary: "Loads the view.")
    static let viewWillAppear: InstanceMethod<Bool> = instanceMethod("ViewWillAppear", "animated")
    static let viewIsAppearing: InstanceMethod<Bool> = instanceMethod("ViewIsAppearing", "animated")
    static let viewDidAppear: InstanceMethod<Bool> = instanceMethod("ViewDidAppear", "animated")
    static let viewWillDisappear: InstanceMethod<Bool> = instanceMethod("ViewWillDisappear", "animated")
    static let viewDidDisappear: InstanceMethod<Bool> = instanceMethod("ViewDidDisappear", "animated")
    static let willMoveToParent: InstanceMethod<ViewControllerID?> = instanceMethod("WillMoveToParent", "parent")
    static let didMoveToParent: InstanceMethod<ViewControllerID?> = instanceMethod("DidMoveToParent", "parent")
    static let viewWillLayout: InstanceMethod<DBusRect, DBusInsets> = instanceMethod(
        "ViewWillLayout", "bounds", "safe_area", summary: "New bounds or insets, in points.")
    static let traitsChanged: InstanceMethod<[String]> = instanceMethod(
        "TraitsChanged", "traits",
        summary: "Horizontal and vertical size class, and the colour scheme, by their names.")
    static let barButtonItemActivated: InstanceMethod<UInt32> = instanceMethod(
        "BarButtonItemActivated", "item", summary: "A bar button was tapped.")
    static let tabBarDidSelect: InstanceMethod<UInt32> = instanceMethod(
        "TabBarDidSelect", "position", summary: "UIKit's tabBar(_:didSelect:).")
    static let presentationEnded: InstanceMethod<> = instanceMethod(
        "PresentationEnded", summary: "The presentation has ended.")
    static let alertAnswered: InstanceMethod<UInt64, UInt32, [String]> = instanceMethod(
        "AlertAnswered", "alert", "action", "texts",
        summary: "An alert was answered, or ended without an answer. Then the action is 4294967295.")
    static let decodeRestorableState: InstanceMethod<[String: Variant]> = instanceMethod(
        "DecodeRestorableState", "state", summary: "The result of an earlier EncodeRestorableState.")

    // MARK: Calls with a reply

    static let finishRestoration: InstanceMethod<> = instanceMethod(
        "FinishRestoration",
        summary: "The reply comes when everything has run that the instance posted while it decoded its state.")

    static let updateContent: InstanceMethod<> = instanceMethod(
        "UpdateContent", summary: "A client is about to read the view.")
    static let action: InstanceMethod<UInt32, String, Variant> = instanceMethod(
        "Action", "view", "action", "value",
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
    static let withdraw: InstanceMethod<UInt64> = instanceMethod("Withdraw", "token", summary: "Cancels a question.")
    static let tell: InstanceMethod<String, ViewControllerID, [ViewControllerID], Bool, String> = instanceMethod(
        "Tell", "callback", "subject", "controllers", "changed", "style",
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
