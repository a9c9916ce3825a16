package import DBusInterface

/// What a client's object has that is registered as a view controller. Every method is optional.
package enum RemoteViewControllerInterface {
    package static let name = "org.tabd.Tabs1.RemoteViewController"

    package static let viewDidLoad = Method<() -> Void>(
        "ViewDidLoad", summary: "The view is needed: answer with ViewController.UpdateView. No reply is expected.")
    package static let viewWillAppear = Method<(Bool) -> Void>(
        "ViewWillAppear", "animated", summary: "The view is about to come into the window. No reply is expected.")
    package static let viewIsAppearing = Method<(Bool) -> Void>(
        "ViewIsAppearing", "animated", summary: "The view is in the window and has its size. No reply is expected.")
    package static let viewDidAppear = Method<(Bool) -> Void>(
        "ViewDidAppear", "animated",
        summary: "The view is on screen and the transition has ended. No reply is expected.")
    package static let viewWillDisappear = Method<(Bool) -> Void>(
        "ViewWillDisappear", "animated", summary: "The view is about to leave the window. No reply is expected.")
    package static let viewDidDisappear = Method<(Bool) -> Void>(
        "ViewDidDisappear", "animated", summary: "The view has left the window. No reply is expected.")
    package static let willMoveToParent = Method<(ObjectPath) -> Void>(
        "WillMoveToParent", "parent",
        summary: "The view controller is about to get another container, / for none. No reply is expected.")
    package static let didMoveToParent = Method<(ObjectPath) -> Void>(
        "DidMoveToParent", "parent",
        summary: "The view controller has got another container, / for none. No reply is expected.")
    package static let viewWillLayout = Method<(DBusRect, DBusInsets) -> Void>(
        "ViewWillLayout", "bounds", "safe_area",
        summary: "The view has new bounds or safe area insets, in points. No reply is expected.")
    package static let updateContent = Method<() -> Void>(
        "UpdateContent",
        summary: """
            Somebody is about to read the view: bring it up to date with ViewController.UpdateView, then reply. \
            The reader waits 100 ms.
            """)
    package static let action = Method<(UInt32, String, Variant) -> Void>(
        "Action", "view", "action", "value",
        summary: """
            A user did something to a view; reply once it is handled, within 5 s. The daemon does not change the view \
            on its own: an error reaches the sender as PluginFailed.
            """)
    package static let encodeRestorableState = Method<() -> [String: Variant]>(
        "EncodeRestorableState", returns: "state",
        summary: """
            Returns what DecodeRestorableState shall be given when the view controller gets its owner again, or another \
            one. Asked for after every Action, before its sender is answered, and within a second after UpdateView or a \
            life cycle call. Without an answer within 5 s what was returned last counts.
            """)
    package static let decodeRestorableState = Method<([String: Variant]) -> Void>(
        "DecodeRestorableState", "state",
        summary: """
            Gives back what EncodeRestorableState returned last, when the object is registered for a view controller \
            that was there before, also before a restart of the daemon. It comes ahead of the life cycle calls. No reply \
            is expected.
            """)

    package static let description = InterfaceDescription(
        name, summary: "What a client's object has that is registered as a view controller; the daemon calls it.",
        [
            viewDidLoad, viewWillAppear, viewIsAppearing, viewDidAppear, viewWillDisappear, viewDidDisappear,
            willMoveToParent, didMoveToParent, viewWillLayout, updateContent, action, encodeRestorableState,
            decodeRestorableState,
        ])
}
