package import DBusInterface

/// The interface of every view controller, including tab bar and navigation controllers.
package enum ViewControllerInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.ViewController"
    package static let summary = """
        The properties and methods of every view controller: title, place in the hierarchy, view and life cycle.
        """

    package enum SendActionOption {
        package static let identifier = OptionKey<String>(
            "Identifier", "the Identifier of the view, instead of its id")
        package static let revision = OptionKey<UInt64>(
            "Revision",
            """
            the caller's number, at least 1, for a text that its user typed; each text has a higher one than the text \
            before. The view's TextRevisions has the number once the text that the owner shows includes it
            """)
    }

    package enum PresentationOption {
        package static let animated = OptionKey<Bool>("Animated", "ask front ends to animate it, false by default")
        package static let popover = OptionKey<[String: Variant]>(
            "Popover", "initial properties of PopoverPresentationController, if ModalPresentationStyle is popover"
        )
    }

    package enum AlertOption {
        package static let actions = OptionKey<[AlertActionEntry]>(
            "Actions",
            "the actions that the user can choose: title, style (default, cancel or destructive), enabled, preferred")
        package static let textFields = OptionKey<[AlertTextFieldEntry]>(
            "TextFields", "the text fields of an alert: placeholder, text, and whether the text is secret")
        package static let popover = OptionKey<[String: Variant]>(
            "Popover", "properties of PopoverPresentationController for an action sheet, for example its anchor")
        package static let token = OptionKey<UInt64>(
            "Token", "a number of the caller's choice: the owner of this view controller gets AlertAnswered with it")
        package static let all: [any DeclaredOption] = [
            actions, textFields, PresentationOption.animated, popover, token,
        ]
    }

    package enum FittingOption {
        package static let view = OptionKey<UInt32>(
            "View",
            "the id of a view that exists, which is measured with its subviews; class_name and properties are empty then"
        )
    }

    package enum AddActionOption {
        package static let enabled = OptionKey<Bool>("Enabled", "whether the user can tap it, true by default")
        package static let preferred = OptionKey<Bool>(
            "Preferred", "whether the return key triggers it, false by default")
    }

    package enum AddTextFieldOption {
        package static let text = OptionKey<String>("Text", "the initial text")
        package static let secure = OptionKey<Bool>("Secure", "whether the text is secret, false by default")
    }

    package static let title: Property<String> = property(
        "Title", writable: true,
        summary: "The title. Setting it also sets the titles of the tab bar item and the navigation item.")
    package static let type: Property<String> = property(
        "Type", changes: .constant,
        summary: """
            The type: the class for a view controller of a plugin's or a client's class; otherwise TabBarController, \
            NavigationController, MoreNavigationController, MoreList, AlertController or remote.
            """, cName: "ViewControllerType")
    package static let plugin: Property<ObjectPath> = property(
        "Plugin", summary: "The plugin of the view controller; / for none.")
    package static let restorationIdentifier: Property<String> = property(
        "RestorationIdentifier", writable: true,
        summary: """
            The identifier that the view controller keeps across restarts; empty for none. InvalidArgument for an \
            identifier that another view controller has.
            """)
    package static let parent: Property<ObjectPath> = property(
        "Parent", summary: "The container of the view controller; / for none.")
    package static let tabBarController: Property<ObjectPath> = property(
        "TabBarController", summary: "The nearest tab bar controller among the ancestors; / for none.")
    package static let navigationController: Property<ObjectPath> = property(
        "NavigationController", summary: "The nearest navigation controller among the ancestors; / for none.")
    package static let presentedViewController: Property<ObjectPath> = property(
        "PresentedViewController",
        summary: """
            The view controller that this one presents, or a container that displays this one; / for none, and while \
            the container displays another view controller.
            """)
    package static let presentingViewController: Property<ObjectPath> = property(
        "PresentingViewController", summary: "The view controller that presents this one or an ancestor; / for none.")
    package static let isViewLoaded: Property<Bool> = property(
        "IsViewLoaded", summary: "Whether the view exists. It is created when it is first needed.")
    package static let appearanceState: Property<String> = property(
        "AppearanceState", summary: "The appearance: disappeared, appearing, appeared or disappearing.")
    package static let modalPresentationStyle: Property<String> = property(
        "ModalPresentationStyle", writable: true,
        summary: """
            The presentation style: automatic (default), none, fullScreen, pageSheet, formSheet, currentContext, \
            overFullScreen, overCurrentContext or popover. InvalidArgument for any other.
            """)
    package static let modalInPresentation: Property<Bool> = property(
        "ModalInPresentation", writable: true,
        summary: "Whether the user cannot dismiss the view controller while it is presented, false by default.")
    package static let preferredContentSize: Property<DBusSize> = property(
        "PreferredContentSize", writable: true,
        summary: "The preferred size in a popover, in points; (0, 0) for no preference.")
    package static let hidesBottomBarWhenPushed: Property<Bool> = property(
        "HidesBottomBarWhenPushed", writable: true,
        summary: "Whether the tab bar and the toolbar are hidden while it is on a navigation stack, false by default.")
    package static let toolbarItems: Property<[BarButtonItemEntry]> = property(
        "ToolbarItems", writable: true,
        summary: """
            The buttons that the navigation controller's toolbar shows while this view controller is on top, from the \
            left, at most 64, in the form of NavigationItem.LeftBarButtonItems. The ids are unique among these and the \
            buttons of the navigation bar. NavigationItem.TapBarButtonItem taps one.
            """)
    package static let tabHidden: Property<Bool> = property(
        "TabHidden", writable: true,
        summary: """
            Whether the view controller is hidden as a tab, false by default. A hidden tab stays in \
            TabBarController.ViewControllers with its index, but is neither on the bar nor in More, and cannot be \
            selected. Hiding the selected tab selects the first visible one. InvalidArgument for More and its list.
            """)
    package static let tabHiddenByDefault: Property<Bool> = property(
        "TabHiddenByDefault", writable: true,
        summary: """
            The value that TabBarController.ResetHiddenTabs restores, false by default. Setting another value also \
            sets TabHidden to it.
            """)
    package static let allowsHiding: Property<Bool> = property(
        "AllowsHiding", writable: true,
        summary: """
            Whether the user may hide the tab and show it again (TabBarController.HideTab), false by default. \
            Programs may always write TabHidden.
            """)
    package static let edgesForExtendedLayout: Property<UInt32> = property(
        "EdgesForExtendedLayout", writable: true,
        summary: "The edges at which the view extends under bars: 1 top, 2 left, 4 bottom, 8 right; 15 by default.")
    package static let extendedLayoutIncludesOpaqueBars: Property<Bool> = property(
        "ExtendedLayoutIncludesOpaqueBars", writable: true,
        summary: "Whether the view also extends under opaque bars, false by default.")
    package static let preferredFocusedView: Property<UInt32> = property(
        "PreferredFocusedView", writable: true,
        summary: "The id of the view that gets the focus first; 0 for none. InvalidArgument for an unknown id.")
    package static let frame: Property<DBusRect> = property(
        "Frame", summary: "The frame of the view in its container's view, in points.")
    package static let safeAreaInsets: Property<DBusInsets> = property(
        "SafeAreaInsets", summary: "The insets of the view that bars and screen edges cover, in points.")
    package static let state: Property<String> = property(
        "State",
        summary: """
            The health of the view controller's owner: ready, unresponsive, failed, restarting or quarantined; \
            deferred while a lazy view controller (Manager.CreateViewController) has no instance yet.
            """)
    package static let failureReason: Property<String> = property(
        "FailureReason",
        summary: """
            The reason why State is not ready, or the state that could not be restored, as a sentence; otherwise \
            empty.
            """)

    package static let loadViewIfNeeded: Method<(Options) -> Void> = method(
        "LoadViewIfNeeded", "options", summary: "Creates the view if it does not exist yet.")
    package static let getView: Method<() -> (UInt64, [ViewEntry])> = method(
        "GetView", returns: "revision", "views",
        summary: """
            Returns the view tree, parents before children. The owner has 100 ms to update it first. Does not load the \
            view: returns revision 0 and no views before it is loaded.
            """)
    package static let sendAction: Method<(UInt32, String, Variant, Options) -> Void> = method(
        "SendAction", "view", "action", "value", "options",
        options: [
            SendActionOption.identifier, SendActionOption.revision,
        ],
        summary: """
            Sends a user's action to a view (for example primaryActionTriggered to a Button), and replies once the owner \
            has handled it.

            InvalidArgument for an unknown, hidden or disabled view or an action that it does not have, and for Revision 0 \
            or without a text, InvalidArgs for a value of the wrong type, OutOfRange for a row that does not exist. \
            LimitsExceeded for a text that is too long, and while too many actions wait for the owner. Timeout after 5 s, \
            PluginUnavailable if the view controller has no owner or its plugin's process is restarting, NotSupported if \
            the owner does not implement actions, PluginFailed if the owner replies with an error; an owner need not \
            support editingDidBegin, Return in a TextField, and editingDidEnd of a TextView.

            InternalInconsistency if a visible popover or alert receives the action as a touch outside, which may dismiss \
            it; editingDidEnd is not a touch.
            """)
    package static let selectRowMenuItem: Method<(UInt32, UInt32, String, Options) -> Void> = method(
        "SelectRowMenuItem", "view", "row", "item", "options",
        summary: """
            Sends the action rowMenuItemSelected to a TableView, as SendAction does: the user chose an item of the menu \
            RowMenu of this row.
            """)
    package static let announce: Method<(String, String, Options) -> Void> = method(
        "Announce", "text", "priority", "options",
        summary: """
            Has front ends announce a text to users of screen readers, as Announced; only for the client that registered \
            the view controller. The priority is polite, or assertive to interrupt other speech. InvalidArgument for an \
            empty text and any other priority, LimitsExceeded for a text of more than \(maximumAnnouncement) bytes, \
            AccessDenied for other clients.
            """)
    /// The maximum length of an announcement, in bytes.
    package static let maximumAnnouncement = 4096
    package static let announced: Signal<String, String> = signal(
        "Announced", "text", "priority",
        summary: "The owner announced a text (Announce). A front end that shows the view controller speaks it.")
    package static let addToolbarItem: Method<(UInt32, String, String, Bool, Options) -> Void> = method(
        "AddToolbarItem", "id", "title", "image", "enabled", "options",
        summary: """
            Appends a button to ToolbarItems. InvalidArgument for id 0, an id that a button of the view controller \
            already has, and a text that is not an image, LimitsExceeded for more than 64.
            """)
    package static let removeToolbarItem: Method<(UInt32, Options) -> Void> = method(
        "RemoveToolbarItem", "id", "options",
        summary: "Removes a button from ToolbarItems. InvalidArgument for an unknown id.")
    package static let present: Method<(ObjectPath, Options) -> Void> = method(
        "Present", "view_controller", "options", options: [PresentationOption.animated, PresentationOption.popover],
        summary: """
            Presents a view controller over the outermost container of this one, in the style of its \
            ModalPresentationStyle, and replies when it has appeared. You can still configure a popover after this call: \
            unless the option Popover contains its anchor, it appears after 50 ms (anchor in tabd.toml). It appears \
            earlier if it has an anchor and a client reads it (Get or GetAll of PopoverPresentationController, \
            GetManagedObjects).

            MissingAnchor if it has no anchor after that time. InvalidArgument if the view controller is already \
            presented, has a parent or has the style none, HierarchyInconsistency for a tab bar controller. \
            InternalInconsistency if the container already presents, is not displayed or has 32 presentations above each \
            other, if no front end shows the window (see AlwaysVisible), and if the popover was dismissed before it \
            appeared. NotSupported for a popover in profile tv.
            """)
    package static let dismiss: Method<(Options) -> Void> = method(
        "Dismiss", "options", options: [PresentationOption.animated],
        summary: """
            Dismisses the view controller that this one or its container presents, with all presentations above it; \
            without one, dismisses this view controller. Replies when it has disappeared. No effect if there is \
            nothing to dismiss.
            """)
    package static let select: Method<(Options) -> Void> = method(
        "Select", "options",
        summary: """
            Selects the tab that contains this view controller, or is it, as SelectedViewController of the \
            TabBarController does. UnknownObject if it is not in a tab bar controller.
            """)
    package static let getPopoverPresentationController: Method<() -> ObjectPath> = method(
        "GetPopoverPresentationController", returns: "view_controller",
        summary: """
            Returns the object with the nearest PopoverPresentationController: this view controller if its \
            ModalPresentationStyle is popover, otherwise its nearest ancestor with that style; / for none.
            """)
    package static let getTraits: Method<() -> [String: Variant]> = method(
        "GetTraits", returns: "traits",
        summary: """
            Returns the traits of the window, in the form of RemoteViewController.TraitsChanged. Without a window the \
            size classes are unspecified.
            """)
    package static let sizeThatFits: Method<(String, [String: Variant], DBusSize, Options) -> DBusSize> = method(
        "SizeThatFits", "class_name", "properties", "size", "options", returns: "fitting",
        options: [FittingOption.view],
        summary: """
            Returns the size that a view of a class with these properties needs for its content in the window, in points \
            and rounded up. size is the room that it has, infinite where it has no limit: a Label with more than one line, \
            a TextView and the rows of a TableView wrap in its width. The size of a TableView is that of all its rows, \
            which have RowHeight if properties has it, otherwise the same height with room for each text. A class whose \
            content is not in its properties, such as View, needs size. The view need not exist.

            The metrics are those of TextStyles, TextAdvances and ControlMetrics of Window. Without TextAdvances, the \
            widths of texts are estimates. The subviews of a StackView, and those of a ScrollView with FitsContent, count \
            with the option View.

            InvalidArgument for an unknown class, key or view, and for a size that is negative or not a number; otherwise \
            the errors of UpdateView.
            """)
    package static let presentAlert: Method<(String, String, String, Options) -> ObjectPath> = method(
        "PresentAlert", "style", "title", "message", "options", returns: "alert", options: AlertOption.all,
        summary: """
            Creates an alert (style alert) or action sheet (actionSheet), presents it as Present does, and returns its \
            object when it is visible. Without the options Actions and TextFields, it has the actions and text fields that \
            AddAction and AddTextField prepared. In regular size classes an action sheet is a popover and needs an anchor \
            at once: MissingAnchor without one.

            InvalidArgument for any other style, text fields of an action sheet, two actions of style cancel, and two \
            preferred actions; LimitsExceeded for more than 32 actions or 8 text fields; NotSupported in profile tv; \
            otherwise the errors of Present. An alert cannot present.
            """)
    package static let addAction: Method<(String, String, Options) -> Void> = method(
        "AddAction", "title", "style", "options", options: [AddActionOption.enabled, AddActionOption.preferred],
        summary: """
            Adds an action to the next alert that this view controller presents; style is default, cancel or \
            destructive. InvalidArgument for any other style, LimitsExceeded for more than 32 actions.
            """)
    package static let addTextField: Method<(String, Options) -> Void> = method(
        "AddTextField", "placeholder", "options", options: [AddTextFieldOption.text, AddTextFieldOption.secure],
        summary: """
            Adds a text field to the next alert that this view controller presents. LimitsExceeded for more than 8 \
            text fields.
            """)
    package static let addConfiguredAction: Method<(String, String, Bool, Bool, Options) -> Void> = method(
        "AddConfiguredAction", "title", "style", "enabled", "preferred", "options",
        summary: "Calls AddAction with its options as arguments.")
    package static let addConfiguredTextField: Method<(String, String, Bool, Options) -> Void> = method(
        "AddConfiguredTextField", "placeholder", "text", "secure", "options",
        summary: "Calls AddTextField with its options as arguments.")
    package static let setAlertSourceView: Method<(ObjectPath, UInt32, Options) -> Void> = method(
        "SetAlertSourceView", "view_controller", "view", "options",
        summary: """
            Sets the anchor view of the next action sheet that this view controller presents: a view of a view \
            controller, or a tab bar with 0. The option Popover of PresentAlert takes precedence.
            """)
    package static let setAlertBarButtonItem: Method<(ObjectPath, UInt32, Options) -> Void> = method(
        "SetAlertBarButtonItem", "view_controller", "item", "options",
        summary: """
            Sets the bar button item that is the anchor of the next action sheet that this view controller presents.
            """)
    package static let setAlertAnimated: Method<(Bool, Options) -> Void> = method(
        "SetAlertAnimated", "animated", "options",
        summary: "Sets whether front ends animate the next alert that this view controller presents.")
    package static let respawn: Method<(Options) -> Void> = method(
        "Respawn", "options",
        summary: """
            Restarts a failed plugin view controller with its state; no effect if it is ready. NotSupported for a \
            remote one.
            """)
    package static let updateView: Method<([ViewEntry], [UInt32], Options) -> Void> = method(
        "UpdateView", "changed", "removed", "options",
        summary: """
            Adds and replaces views (single entries, not subtrees) and removes views with their subviews. Only for the \
            owner of a remote view controller: AccessDenied for any other caller. InvalidArgument for an unknown \
            parent, class or key, LimitsExceeded over 2,000 views, 32 levels, 64 KiB in a string, 1 MiB of pixels in a \
            view, or 16 MiB in all.
            """)

    package enum ChangeRowsOption {
        package static let sections = OptionKey<[TableSection]>(
            "Sections", "the new value of Sections, needed if the table has sections and their sizes change")
        package static let selectedRow = OptionKey<Int32>(
            "SelectedRow", "the new value of SelectedRow; by default the same row, or -1 if that was deleted")
    }

    package static let changeRows: Method<(UInt32, [UInt32], [PlacedRow], [RowMove], [PlacedRow], Options) -> Void> =
        method(
            "ChangeRows", "view", "deleted", "inserted", "moved", "reloaded", "options",
            options: [ChangeRowsOption.sections, ChangeRowsOption.selectedRow],
            summary: """
                Changes rows of a TableView without sending the others. The positions of deleted rows, and those from \
                which rows move, are those before the change; all others are those after it. Rows that are not named keep \
                their order. An inserted row has an id if the table has RowIDs; the id of a reloaded row is empty to keep \
                it.

                Only for the owner of a remote view controller: AccessDenied for any other caller. InvalidArgument for a \
                view that is not a TableView, a row or position that is named twice, missing or duplicate ids, and \
                Sections with another number of rows; OutOfRange for a row that does not exist; LimitsExceeded as \
                UpdateView.
                """)
    package static let scrollToRow: Method<(UInt32, UInt32, String, Bool, Options) -> Void> = method(
        "ScrollToRow", "view", "row", "position", "animated", "options",
        summary: """
            Has front ends scroll a TableView until a row is at the position top, middle or bottom, or with none is visible. \
            It is not a state: a front end that attaches later does not scroll. Only for the owner of a remote view \
            controller: AccessDenied for any other caller. InvalidArgument for a view that is not a TableView and any \
            other position, OutOfRange for a row that does not exist.
            """)
    package static let rowScrolled: Signal<UInt32, UInt32, String, Bool> = signal(
        "RowScrolled", "view", "row", "position", "animated",
        summary: """
            The owner wants a row of a TableView to be visible (ScrollToRow). Sent after the changes of the view in the same \
            turn, once for each table, to the same clients as ViewChanged.
            """)
    package static let rowsChanged:
        Signal<UInt64, UInt32, [UInt32], [PlacedRow], [RowMove], [PlacedRow], [TableSection], Int32> = signal(
            "RowsChanged", "revision", "view", "deleted", "inserted", "moved", "reloaded", "sections", "selected_row",
            summary: """
                The view changed to this revision, and nothing but rows of one TableView with RowIDs, its Sections and its \
                SelectedRow changed. The rows are described as for ChangeRows; Sections and SelectedRow have these values \
                now. Clients that are attached with RowChanges get this signal instead of ViewChanged, if it names less \
                than half of the rows.
                """)

    package static let willMoveToParent: Signal<ObjectPath> = signal(
        "WillMoveToParent", "parent", summary: "The view controller is about to move to another container; / for none.")
    package static let didMoveToParent: Signal<ObjectPath> = signal(
        "DidMoveToParent", "parent", summary: "The view controller has moved to another container; / for none.")
    package static let viewDidLoad = signal("ViewDidLoad", summary: "The view was created.")
    package static let viewWillAppear: Signal<Bool> = signal(
        "ViewWillAppear", "animated", summary: "The view is about to come into the window.")
    package static let viewIsAppearing: Signal<Bool> = signal(
        "ViewIsAppearing", "animated", summary: "The view is in the window and has its size.")
    package static let viewDidAppear: Signal<Bool> = signal(
        "ViewDidAppear", "animated", summary: "The view is on screen and the transition has ended.")
    package static let viewWillDisappear: Signal<Bool> = signal(
        "ViewWillDisappear", "animated", summary: "The view is about to leave the window.")
    package static let viewDidDisappear: Signal<Bool> = signal(
        "ViewDidDisappear", "animated", summary: "The view has left the window.")
    package static let viewChanged: Signal<UInt64, [ViewEntry], [UInt32]> = signal(
        "ViewChanged", "revision", "changed", "removed",
        summary: """
            The view changed to this revision. First apply the changed entries: each replaces a view, which keeps its \
            place among its siblings, or adds one in front of them, also under a new parent. Parents come before \
            children. Then remove the removed ids with their subviews. Sent at most once per turn.
            """)

    // MARK: Scalars

    // Variants of other members for clients such as dbus-send that cannot send structures or options. Their errors are
    // the same.

    package static let setPreferredContentSize: Method<(Double, Double, Options) -> Void> = method(
        "SetPreferredContentSize", "width", "height", "options",
        summary: "Sets PreferredContentSize, with its errors, for clients that cannot send structures.")
    package static let presentViewController: Method<(ObjectPath, Bool, Options) -> Void> = method(
        "PresentViewController", "view_controller", "animated", "options",
        summary: "Calls Present with the option Animated, for clients that cannot send options.")
    package static let dismissViewController: Method<(Bool, Options) -> Void> = method(
        "DismissViewController", "animated", "options",
        summary: "Calls Dismiss with the option Animated, for clients that cannot send options.")
    package static let sendActionToView: Method<(String, String, Variant, Options) -> Void> = method(
        "SendActionToView", "identifier", "action", "value", "options",
        summary: "Calls SendAction with the option Identifier, for clients that cannot send options.")
    package static let moveRow: Method<(UInt32, UInt32, UInt32, Options) -> Void> = method(
        "MoveRow", "view", "source_row", "destination_row", "options",
        summary: """
            Sends the action moveRow to a TableView, as SendAction does, for clients that cannot send structures. Rows \
            are counted from 0.
            """)
    package static let scroll: Method<(UInt32, Double, Double, Options) -> Void> = method(
        "Scroll", "view", "x", "y", "options",
        summary: """
            Sends the action scrolled to a ScrollView, as SendAction does, for clients that cannot send structures: x \
            and y are the new ContentOffset.
            """)
}
