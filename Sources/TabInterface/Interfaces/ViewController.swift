package import DBusInterface

/// What every view controller has, tab bar and navigation controllers included.
package enum ViewControllerInterface {
    package static let name = "org.tabd.Tabs1.ViewController"

    package enum SendActionOption {
        package static let identifier = OptionKey<String>(
            "Identifier", "the Identifier of the view, in place of its id")
        package static let all: [any DeclaredOption] = [identifier]
    }

    package enum PresentationOption {
        package static let animated = OptionKey<Bool>("Animated", "tell front ends to animate it, false by default")
        package static let popover = OptionKey<[String: Variant]>(
            "Popover",
            "properties of PopoverPresentationController to begin with, for one whose ModalPresentationStyle is popover"
        )
        package static let all: [any DeclaredOption] = [animated]
        package static let presenting: [any DeclaredOption] = [animated, popover]
    }

    package enum AlertOption {
        package static let actions = OptionKey<[AlertActionEntry]>(
            "Actions", "what the user can answer: title, style (default, cancel or destructive), enabled, preferred")
        package static let textFields = OptionKey<[AlertTextFieldEntry]>(
            "TextFields", "text fields of an alert: placeholder, text, and whether the text is secret")
        package static let popover = OptionKey<[String: Variant]>(
            "Popover", "properties of PopoverPresentationController for an action sheet, for example its anchor")
        package static let all: [any DeclaredOption] = [actions, textFields, PresentationOption.animated, popover]
    }

    package enum AddActionOption {
        package static let enabled = OptionKey<Bool>("Enabled", "whether the user can tap it, true by default")
        package static let preferred = OptionKey<Bool>(
            "Preferred", "whether the return key stands for it, false by default")
        package static let all: [any DeclaredOption] = [enabled, preferred]
    }

    package enum AddTextFieldOption {
        package static let text = OptionKey<String>("Text", "the text to begin with")
        package static let secure = OptionKey<Bool>("Secure", "whether the text is secret, false by default")
        package static let all: [any DeclaredOption] = [text, secure]
    }

    package static let title = Property<String>(
        "Title", writable: true,
        summary: "The title. Writing it also sets the titles of the tab bar item and the navigation item.")
    package static let type = Property<String>(
        "Type", changes: .constant,
        summary: """
            PLUGIN.CLASS for a plugin's view controller; else TabBarController, NavigationController, \
            MoreNavigationController, MoreList, AlertController or remote.
            """)
    package static let plugin = Property<ObjectPath>(
        "Plugin", summary: "The plugin that the view controller comes from, / for none.")
    package static let restorationIdentifier = Property<String>(
        "RestorationIdentifier", writable: true,
        summary: """
            What the view controller is found by after a restart, empty for none. Unique in the daemon: \
            InvalidArgument for one that another object has.
            """)
    package static let parent = Property<ObjectPath>(
        "Parent", summary: "The container that the view controller is in, / for none.")
    package static let tabBarController = Property<ObjectPath>(
        "TabBarController", summary: "The nearest tab bar controller among the ancestors, / for none.")
    package static let navigationController = Property<ObjectPath>(
        "NavigationController", summary: "The nearest navigation controller among the ancestors, / for none.")
    package static let presentedViewController = Property<ObjectPath>(
        "PresentedViewController", summary: "What this view controller or an ancestor presents, / for none.")
    package static let presentingViewController = Property<ObjectPath>(
        "PresentingViewController", summary: "What presents this view controller or an ancestor, / for none.")
    package static let isViewLoaded = Property<Bool>(
        "IsViewLoaded", summary: "Whether the view exists; it is made when it is first needed.")
    package static let appearanceState = Property<String>(
        "AppearanceState", summary: "disappeared, appearing, appeared or disappearing.")
    package static let modalPresentationStyle = Property<String>(
        "ModalPresentationStyle", writable: true,
        summary: """
            How it is presented: automatic (default), none, fullScreen, pageSheet, formSheet, currentContext, \
            overFullScreen, overCurrentContext or popover; InvalidArgument for any other.
            """)
    package static let modalInPresentation = Property<Bool>(
        "ModalInPresentation", writable: true,
        summary: "Whether a user can't dismiss the presented view controller, false by default.")
    package static let preferredContentSize = Property<DBusSize>(
        "PreferredContentSize", writable: true,
        summary: "The size in points that the view controller would like in a popover, (0, 0) for no wish.")
    package static let hidesBottomBarWhenPushed = Property<Bool>(
        "HidesBottomBarWhenPushed", writable: true,
        summary: """
            Whether the tab bar and the toolbar are hidden while the view controller is on a navigation stack, false \
            by default.
            """)
    package static let toolbarItems = Property<[BarButtonItemEntry]>(
        "ToolbarItems", writable: true,
        summary: """
            The buttons that the toolbar of its navigation controller shows while the view controller is at the top \
            of the stack, from the left, as in NavigationItem.LeftBarButtonItems; at most 64. The ids are unique \
            among these and the buttons of the navigation bar. NavigationItem.TapBarButtonItem taps one.
            """)
    package static let edgesForExtendedLayout = Property<UInt32>(
        "EdgesForExtendedLayout", writable: true,
        summary: "The edges at which the view reaches under bars: 1 top, 2 left, 4 bottom, 8 right; 15 by default.")
    package static let extendedLayoutIncludesOpaqueBars = Property<Bool>(
        "ExtendedLayoutIncludesOpaqueBars", writable: true,
        summary: "Whether the view reaches under opaque bars too, false by default.")
    package static let preferredFocusedView = Property<UInt32>(
        "PreferredFocusedView", writable: true,
        summary: "The id of the view that gets the focus first, 0 for none. InvalidArgument for an unknown id.")
    package static let frame = Property<DBusRect>(
        "Frame", summary: "The frame of the view in the view of its container, in points.")
    package static let safeAreaInsets = Property<DBusInsets>(
        "SafeAreaInsets", summary: "How far bars and screen edges reach into the view, in points.")
    package static let state = Property<String>(
        "State",
        summary: "The health of whoever answers for it: ready, unresponsive, failed, restarting or quarantined.")
    package static let failureReason = Property<String>(
        "FailureReason",
        summary: "A sentence that says why State is not ready, or what could not be restored; else empty.")

    package static let loadViewIfNeeded = Method<(Options) -> Void>(
        "LoadViewIfNeeded", "options", summary: "Makes the view when it does not exist yet.")
    package static let getView = Method<() -> (UInt64, [ViewEntry])>(
        "GetView", returns: "revision", "views",
        summary: """
            Returns the view's tree, parents before children, after the owner had 100 ms to bring it up to date. \
            Never loads: revision 0 and no views before.
            """)
    package static let sendAction = Method<(UInt32, String, Variant, Options) -> Void>(
        "SendAction", "view", "action", "value", "options", options: SendActionOption.all,
        summary: """
            Sends what a user does to a view (for example primaryActionTriggered to a Button) and answers once the \
            owner has handled it. InvalidArgument for an unknown, hidden or disabled view or an action that it does \
            not have, InvalidArgs for a value of another type, OutOfRange for a row; LimitsExceeded for a text that is too \
            long and while too many actions wait for the owner; Timeout after 5 s, PluginUnavailable when nobody is \
            there or the plugin's process is being started again, NotSupported when the owner has no such method, \
            PluginFailed when it errs; InternalInconsistency when a visible popover or alert takes the action as a \
            touch outside of it, which may dismiss it. editingDidEnd is not a touch.
            """)
    package static let addToolbarItem = Method<(UInt32, String, String, Bool, Options) -> Void>(
        "AddToolbarItem", "id", "title", "image", "enabled", "options",
        summary: """
            Adds a button behind the last one of ToolbarItems. InvalidArgument for id 0, an id that a button of the \
            view controller has and a text that is not an image, LimitsExceeded for more than 64.
            """)
    package static let removeToolbarItem = Method<(UInt32, Options) -> Void>(
        "RemoveToolbarItem", "id", "options",
        summary: "Removes a button from ToolbarItems. InvalidArgument for an id that is not among them.")
    package static let present = Method<(ObjectPath, Options) -> Void>(
        "Present", "view_controller", "options", options: PresentationOption.presenting,
        summary: """
            Presents a view controller over the outermost container of this one, in the style of its \
            ModalPresentationStyle, and answers when it has appeared. The calls behind it may still configure a \
            popover: unless the option Popover has its anchor, it appears after 50 ms (anchor in tabd.toml), or \
            earlier, when it has an anchor and a client reads it (Get or GetAll of PopoverPresentationController, \
            GetManagedObjects). MissingAnchor \
            when it points at nothing after that time; InvalidArgument \
            for one that is presented already, has a parent or has the style none, HierarchyInconsistency for a tab \
            bar controller, \
            InternalInconsistency when the container presents already, is not in a window or has 32 above each other, \
            and when it was dismissed before it appeared; NotSupported for a popover in profile tv.
            """)
    package static let dismiss = Method<(Options) -> Void>(
        "Dismiss", "options", options: PresentationOption.all,
        summary: """
            Dismisses what this controller or its container presents, with all that is presented above, else the \
            controller itself; answers when it has disappeared. Nothing happens when there is nothing to dismiss.
            """)
    package static let presentAlert = Method<(String, String, String, Options) -> ObjectPath>(
        "PresentAlert", "style", "title", "message", "options", returns: "alert", options: AlertOption.all,
        summary: """
            Makes an alert (style alert) or action sheet (actionSheet), presents it like Present, and returns its object \
            when it is shown. Without Actions and TextFields among its options, it has those that AddAction and \
            AddTextField have prepared. In regular size classes an action sheet is a popover and needs an anchor at once: MissingAnchor \
            without one. InvalidArgument for another style, text fields of an action sheet, two actions of style cancel, \
            and two preferred actions; LimitsExceeded over 32 actions or 8 text fields; NotSupported in profile tv; else \
            the errors of Present. Nothing can be presented over an alert.
            """)
    package static let addAction = Method<(String, String, Options) -> Void>(
        "AddAction", "title", "style", "options", options: AddActionOption.all,
        summary: """
            Adds an action to the next alert that is presented from this view controller; style is default, cancel or \
            destructive. InvalidArgument for another style, LimitsExceeded over 32 actions.
            """)
    package static let addTextField = Method<(String, Options) -> Void>(
        "AddTextField", "placeholder", "options", options: AddTextFieldOption.all,
        summary: """
            Adds a text field to the next alert that is presented from this view controller. LimitsExceeded over 8 \
            text fields.
            """)
    package static let addConfiguredAction = Method<(String, String, Bool, Bool, Options) -> Void>(
        "AddConfiguredAction", "title", "style", "enabled", "preferred", "options",
        summary: "AddAction with its options as arguments.")
    package static let addConfiguredTextField = Method<(String, String, Bool, Options) -> Void>(
        "AddConfiguredTextField", "placeholder", "text", "secure", "options",
        summary: "AddTextField with its options as arguments.")
    package static let setAlertSourceView = Method<(ObjectPath, UInt32, Options) -> Void>(
        "SetAlertSourceView", "view_controller", "view", "options",
        summary: """
            The view at which the next action sheet from this view controller points: a view of a view controller, or a \
            tab bar with 0. PresentAlert's option Popover wins over it.
            """)
    package static let setAlertBarButtonItem = Method<(ObjectPath, UInt32, Options) -> Void>(
        "SetAlertBarButtonItem", "view_controller", "item", "options",
        summary: "The bar button item at which the next action sheet from this view controller points.")
    package static let setAlertAnimated = Method<(Bool, Options) -> Void>(
        "SetAlertAnimated", "animated", "options",
        summary: "Whether front ends are told to animate the next alert from this view controller.")
    package static let respawn = Method<(Options) -> Void>(
        "Respawn", "options",
        summary: """
            Starts a failed view controller of a plugin anew, with its state; does nothing when it is ready. \
            NotSupported for remote ones.
            """)
    package static let updateView = Method<([ViewEntry], [UInt32], Options) -> Void>(
        "UpdateView", "changed", "removed", "options",
        summary: """
            Replaces and adds views (whole entries, not subtrees) and removes others with their subviews; for the \
            owner of a remote view controller. AccessDenied for others, InvalidArgument for an unknown parent, class \
            or key, LimitsExceeded over 2,000 views, 32 levels, 64 KiB in a string, 1 MiB of pixels in a view, or 16 \
            MiB in all.
            """)

    package static let willMoveToParent = Signal<ObjectPath>(
        "WillMoveToParent", "parent", summary: "It is about to get another container, / for none.")
    package static let didMoveToParent = Signal<ObjectPath>(
        "DidMoveToParent", "parent", summary: "It has got another container, / for none.")
    package static let viewDidLoad = Signal("ViewDidLoad", summary: "The view was made.")
    package static let viewWillAppear = Signal<Bool>(
        "ViewWillAppear", "animated", summary: "The view is about to come into the window.")
    package static let viewIsAppearing = Signal<Bool>(
        "ViewIsAppearing", "animated", summary: "The view is in the window and has its size.")
    package static let viewDidAppear = Signal<Bool>(
        "ViewDidAppear", "animated", summary: "The view is on screen and the transition has ended.")
    package static let viewWillDisappear = Signal<Bool>(
        "ViewWillDisappear", "animated", summary: "The view is about to leave the window.")
    package static let viewDidDisappear = Signal<Bool>(
        "ViewDidDisappear", "animated", summary: "The view has left the window.")
    package static let viewChanged = Signal<UInt64, [ViewEntry], [UInt32]>(
        "ViewChanged", "revision", "changed", "removed",
        summary: """
            The view became this revision. First the changed entries replace views, which keep their place among the \
            siblings, or add them in front, also those with a new parent; parents come before children. Then the \
            removed ids go, with their subviews. At most one per turn.
            """)

    package static let description = InterfaceDescription(
        name, summary: "What every view controller has: title, place in the hierarchy, view and life cycle.",
        [
            title, type, plugin, restorationIdentifier, parent, tabBarController, navigationController,
            presentedViewController, presentingViewController, isViewLoaded, appearanceState, modalPresentationStyle,
            modalInPresentation, preferredContentSize, hidesBottomBarWhenPushed, toolbarItems, edgesForExtendedLayout,
            extendedLayoutIncludesOpaqueBars, preferredFocusedView, frame, safeAreaInsets, state, failureReason,
            loadViewIfNeeded, getView, sendAction, addToolbarItem, removeToolbarItem, present, dismiss, presentAlert,
            addAction, addTextField, addConfiguredAction, addConfiguredTextField, setAlertSourceView,
            setAlertBarButtonItem, setAlertAnimated, respawn, updateView, willMoveToParent, didMoveToParent,
            viewDidLoad, viewWillAppear, viewIsAppearing, viewDidAppear, viewWillDisappear, viewDidDisappear,
            viewChanged, setPreferredContentSize, presentViewController, dismissViewController, sendActionToView,
            moveRow, scroll,
        ])
}

/// Members whose arguments are scalars, for clients such as dbus-send that can send no structures and no dictionaries of
/// variants. Each does what another member does, with its errors.
extension ViewControllerInterface {
    package static let setPreferredContentSize = Method<(Double, Double, Options) -> Void>(
        "SetPreferredContentSize", "width", "height", "options",
        summary: "Writes PreferredContentSize, with its errors, for clients that can't send structures.")
    package static let presentViewController = Method<(ObjectPath, Bool, Options) -> Void>(
        "PresentViewController", "view_controller", "animated", "options",
        summary: "Does what Present does with the option Animated, for clients that can't send options.")
    package static let dismissViewController = Method<(Bool, Options) -> Void>(
        "DismissViewController", "animated", "options",
        summary: "Does what Dismiss does with the option Animated, for clients that can't send options.")
    package static let sendActionToView = Method<(String, String, Variant, Options) -> Void>(
        "SendActionToView", "identifier", "action", "value", "options",
        summary: "Does what SendAction does with the option Identifier, for clients that can't send options.")
    package static let moveRow = Method<(UInt32, UInt32, UInt32, Options) -> Void>(
        "MoveRow", "view", "from", "to", "options",
        summary: """
            Sends the action moveRow to a TableView, as SendAction does, for clients that can't send structures. Rows \
            count from 0.
            """)
    package static let scroll = Method<(UInt32, Double, Double, Options) -> Void>(
        "Scroll", "view", "x", "y", "options",
        summary: """
            Sends the action scrolled to a ScrollView, as SendAction does, for clients that can't send structures: x and \
            y are the new ContentOffset.
            """)
}
