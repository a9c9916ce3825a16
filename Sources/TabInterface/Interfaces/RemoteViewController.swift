package import DBusInterface

/// The interface of a client's object that is registered as a view controller. Every method is optional.
package enum RemoteViewControllerInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.RemoteViewController"
    package static let summary = """
        The interface of a client's object that is the owner of a view controller: an object that \
        RegisterViewController registered, or that the client's ViewControllerFactory created. The daemon calls it.
        """

    package static let viewDidLoad: Method<() -> Void> = notification(
        "ViewDidLoad", summary: "The view is needed: send it with ViewController.UpdateView. No reply is expected.")
    package static let viewWillAppear: Method<(Bool) -> Void> = notification(
        "ViewWillAppear", "animated", summary: "The view is about to come into the window. No reply is expected.")
    package static let viewIsAppearing: Method<(Bool) -> Void> = notification(
        "ViewIsAppearing", "animated", summary: "The view is in the window and has its size. No reply is expected.")
    package static let viewDidAppear: Method<(Bool) -> Void> = notification(
        "ViewDidAppear", "animated",
        summary: "The view is on screen and the transition has ended. No reply is expected.")
    package static let viewWillDisappear: Method<(Bool) -> Void> = notification(
        "ViewWillDisappear", "animated", summary: "The view is about to leave the window. No reply is expected.")
    package static let viewDidDisappear: Method<(Bool) -> Void> = notification(
        "ViewDidDisappear", "animated", summary: "The view has left the window. No reply is expected.")
    package static let willMoveToParent: Method<(ObjectPath) -> Void> = notification(
        "WillMoveToParent", "parent",
        summary: "The view controller is about to move to another container; / for none. No reply is expected.")
    package static let didMoveToParent: Method<(ObjectPath) -> Void> = notification(
        "DidMoveToParent", "parent",
        summary: "The view controller has moved to another container; / for none. No reply is expected.")
    package static let viewWillLayout: Method<(DBusRect, DBusInsets) -> Void> = notification(
        "ViewWillLayout", "bounds", "safe_area",
        summary: "The view has new bounds or safe area insets, in points. No reply is expected.")
    package static let traitsChanged: Method<([String: Variant]) -> Void> = notification(
        "TraitsChanged", "traits",
        summary: """
            The window has other size classes, another colour scheme, contrast, locale, layout direction or text size: \
            HorizontalSizeClass and VerticalSizeClass (s, compact or regular), ColorScheme (s, noPreference, dark or \
            light), Contrast (s, unspecified, normal or high), Locale (s, such as de_AT; C for none), LayoutDirection (s, \
            leftToRight or rightToLeft), and TextScale and TextStyles of Window. MetricsDigest (t) changes with TextAdvances \
            and ControlMetrics of Window; it is missing if no front end gave them. Sent before ViewWillLayout. Ignore unknown \
            keys. No reply is expected.
            """)
    package static let tabBarDidSelect: Method<(UInt32) -> Void> = notification(
        "TabBarDidSelect", "position",
        summary: """
            For a tab bar controller: the user tapped an enabled item of its bar. Sent before the delegate is asked. No \
            reply is expected.
            """)
    package static let barButtonItemActivated: Method<(UInt32) -> Void> = notification(
        "BarButtonItemActivated", "item",
        summary: "The user tapped this item of the navigation bar or toolbar. No reply is expected.")
    package static let presentationEnded: Method<() -> Void> = notification(
        "PresentationEnded",
        summary: "The view controller was presented and has been dismissed, or could not appear. No reply is expected.")
    package static let alertAnswered: Method<(UInt64, UInt32, [String]) -> Void> = notification(
        "AlertAnswered", "token", "action", "texts",
        summary: """
            An alert that PresentAlert presented from this view controller with the option Token was answered: the \
            index of the action, and the contents of the text fields. The action is 4294967295, without texts, if the \
            alert was dismissed without an answer or did not appear. No reply is expected.
            """)
    package static let restorationEnded: Method<() -> Void> = notification(
        "RestorationEnded",
        summary: """
            The object was registered or created for an existing view controller, and all calls that describe its \
            state have been sent. No reply is expected.
            """)
    package static let destroyed: Method<() -> Void> = notification(
        "Destroyed",
        summary: "The view controller was destroyed. No call follows, unless Reopen restores it. No reply is expected.")
    package static let updateContent: Method<() -> Void> = method(
        "UpdateContent",
        summary: """
            A client is about to read the view: update it with ViewController.UpdateView, then reply. The daemon waits \
            100 ms.
            """)
    package static let action: Method<(UInt32, String, Variant) -> Void> = method(
        "Action", "view", "action", "value",
        summary: """
            The user acted on a view. Reply within 5 s, once the action is handled. The daemon does not change the \
            view itself. An error reply reaches the sender as PluginFailed.
            """)
    package static let encodeRestorableState: Method<() -> [String: Variant]> = method(
        "EncodeRestorableState", returns: "state",
        summary: """
            Returns the state to pass to DecodeRestorableState when the view controller gets an owner again. Called \
            after every Action, before the reply to its sender, and within a second after UpdateView or a life cycle \
            call. After a timeout of 5 s the previous state is kept.
            """)
    package static let decodeRestorableState: Method<([String: Variant]) -> Void> = notification(
        "DecodeRestorableState", "state",
        summary: """
            Passes back the last state from EncodeRestorableState, when the object is registered or created for an \
            existing view controller, even across a restart of the daemon. Sent before the life cycle calls. No reply \
            is expected.
            """)
    /// The methods that the daemon calls only if the registration names them. Other objects expect exactly the calls of
    /// the contract's first list.
    package static let optInMethods: Set = [
        traitsChanged.name, tabBarDidSelect.name, barButtonItemActivated.name, presentationEnded.name,
        alertAnswered.name, restorationEnded.name, destroyed.name,
    ]
    package static let description = InterfaceDescription(
        Self.self,
        [
            viewDidLoad, viewWillAppear, viewIsAppearing, viewDidAppear, viewWillDisappear, viewDidDisappear,
            willMoveToParent, didMoveToParent, viewWillLayout, traitsChanged, tabBarDidSelect, barButtonItemActivated,
            presentationEnded, alertAnswered, restorationEnded, destroyed, updateContent, action,
            encodeRestorableState, decodeRestorableState,
        ])
}

/// The interface of a client's object that creates view controllers of the classes in RegisterClasses.
package enum ViewControllerFactoryInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.ViewControllerFactory"
    package static let summary =
        "The interface of a client's object that creates view controllers of the client's classes. The daemon calls it."

    /// The keys of `options`.
    package enum CreateOption {
        package static let viewController = OptionKey<ObjectPath>(
            "ViewController", "the path of the view controller in the daemon")
        package static let arguments = OptionKey<[String: Variant]>("Arguments", "the arguments of its creation")
        package static let restored = OptionKey<Bool>(
            "Restored",
            """
            whether it existed before: its title, items and properties are those of before, and its state follows with \
            DecodeRestorableState
            """)
        package static let all: [any DeclaredOption] = [viewController, arguments, restored]
    }

    package static let create: Method<(String, Options) -> ObjectPath> = method(
        "Create", "class_name", "options", returns: "instance", options: CreateOption.all,
        summary: """
            Creates an object for a view controller of a class and returns its path. The daemon calls all methods of \
            org.tabd.Tabs1.RemoteViewController on the object, also those that an object of RegisterViewController must \
            name in Methods. Reply within 5 s. Calls to the object follow after the reply. With an error reply the \
            view controller is destroyed, or waits if it was restored. Ignore unknown options.
            """)
    package static let description = InterfaceDescription(Self.self, [create])
}
