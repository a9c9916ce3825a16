package import DBusInterface

/// The interface of the root object, which creates, registers, destroys and lists view controllers.
package enum ManagerInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.Manager"
    package static let summary = "Creates, registers, destroys and lists view controllers."

    private static let scalarNote = "for clients that cannot send options. An empty argument selects the default."

    package enum CreateTabBarControllerOption {
        package static let title = OptionKey<String>("Title", "the title of the controller, empty by default")
        package static let restorationIdentifier = OptionKey<String>(
            "RestorationIdentifier", "identifies the controller across restarts; must be unique")
        package static let profile = OptionKey<String>("Profile", "phone (default), pad, padLegacy or tv")
        package static let size = OptionKey<DBusSize>(
            "Size", "the size of the window in points, above 0 and at most 16384; the profile's by default")
        package static let types = OptionKey<[String]>(
            "Types", "types of view controllers, of plugins or clients, to create and install as tabs, in order")
        package static let lazy = OptionKey<Bool>(
            "Lazy", "whether the instances of Types are created when they are first displayed, false by default")
        package static let lifecycleOrder = OptionKey<String>(
            "LifecycleOrder", "the order of appearance callbacks when the tab changes, modern (default) or legacy")
        package static let maximumVisibleItems = OptionKey<UInt32>(
            "MaximumVisibleItems", "the maximum number of items on the bar, 7 by default; profile tv only")
        package static let destroyWithCaller = OptionKey<Bool>(
            "DestroyWithCaller", "destroy the controller when the caller leaves the bus, false by default")
        package static let sizePolicy = OptionKey<String>(
            "SizePolicy", "how front ends decide about the size: smallest (default), largest, latest or fixed")
        package static let barHeight = WindowInterface.AttachOption.barHeight
        package static let barSide = WindowInterface.AttachOption.barSide
        package static let barSlots = WindowInterface.AttachOption.barSlots
        package static let focus = OptionKey<Bool>(
            "Focus", "whether it has a focus for keys and remote controls, true by default only in profile tv")
        package static let all: [any DeclaredOption] = [
            title, restorationIdentifier, profile, size, types, lifecycleOrder, maximumVisibleItems, destroyWithCaller,
            sizePolicy, barHeight, barSide, barSlots, lazy, focus,
        ]
    }

    package enum CreateViewControllerOption {
        package static let title = OptionKey<String>(
            "Title",
            """
            the title of the controller; overrides the title that its class sets during creation. By default \
            the title of the class; if the class sets none, the title is empty and the tab bar item shows the \
            manifest's title
            """)
        package static let image = OptionKey<String>(
            "Image",
            "the icon of the tab bar item; overrides the one that its class sets during creation, as Title does")
        package static let lazy = OptionKey<Bool>(
            "Lazy",
            """
            whether the instance is created when the view controller is first displayed, for example as the selected \
            tab; false by default. Until then Type, Title and Image describe it, State is deferred, and no plugin is \
            started for it. If the creation fails, State says so and Respawn tries again. HierarchyInconsistency for a \
            class of tab bar controllers, which are no tabs
            """)
        package static let restorationIdentifier = CreateTabBarControllerOption.restorationIdentifier
        package static let arguments = OptionKey<[String: Variant]>(
            "Arguments", "arguments for the class at creation")
        package static let destroyWithCaller = CreateTabBarControllerOption.destroyWithCaller
        package static let creator = OptionKey<ObjectPath>(
            "Creator",
            """
            the view controller whose Create or create is running and makes this call; if its creation fails, the new \
            controller is destroyed as well
            """)
        package static let all: [any DeclaredOption] = [
            title, image, lazy, restorationIdentifier, arguments, destroyWithCaller, creator,
        ]
    }

    package enum CreateNavigationControllerOption {
        package static let title = CreateTabBarControllerOption.title
        package static let restorationIdentifier = CreateTabBarControllerOption.restorationIdentifier
        package static let destroyWithCaller = CreateTabBarControllerOption.destroyWithCaller
        package static let creator = CreateViewControllerOption.creator
        package static let type = OptionKey<String>(
            "Type", "a class of the caller (PREFIX.CLASS), whose instance becomes the owner of the controller")
        package static let all: [any DeclaredOption] = [
            title, restorationIdentifier, destroyWithCaller, creator, type,
        ]
    }

    package enum RegisterViewControllerOption {
        package static let title = CreateTabBarControllerOption.title
        package static let restorationIdentifier = CreateTabBarControllerOption.restorationIdentifier
        package static let busName = OptionKey<String>(
            "BusName", "a well-known name of the caller; a later owner of the name can take over the controller")
        package static let methods = OptionKey<[String]>(
            "Methods",
            """
            the methods that the object implements; all by default, except \
            \(RemoteViewControllerInterface.optInMethods.sorted().joined(separator: ", "))
            """)
        package static let destroyWithCaller = CreateTabBarControllerOption.destroyWithCaller
        package static let all: [any DeclaredOption] = [
            title, restorationIdentifier, busName, methods, destroyWithCaller,
        ]
    }

    package static let createTabBarController: Method<(Options) -> ObjectPath> = method(
        "CreateTabBarController", "options", returns: "controller",
        options: CreateTabBarControllerOption.all,
        summary: """
            Creates a tab bar controller with its bar, its window and its More controller. Replies when the instances \
            of Types exist. If RestorationIdentifier names a restored controller that no client has claimed, it \
            returns that controller. InvalidArgument for an identifier in use or a value that is not allowed, \
            NoSuchType for an unknown type.
            """)
    package static let createViewController: Method<(String, Options) -> ObjectPath> = method(
        "CreateViewController", "type_name", "options", returns: "controller",
        options: CreateViewControllerOption.all,
        summary: """
            Creates a view controller of a class of a plugin (PLUGIN.CLASS, for example clock.WorldClock) or of a \
            client (RegisterClasses). Replies when the plugin or the client has created its instance; an isolated \
            plugin's process is started first. If RestorationIdentifier names a restored controller that no client has \
            claimed, it returns that controller. InvalidArgument for an identifier in use, NoSuchType if neither a \
            plugin nor a client has the type, PluginUnavailable or PluginFailed if its owner cannot create it, Timeout \
            if a client does not reply within 5 s.
            """)
    package static let createNavigationController: Method<(ObjectPath, Options) -> ObjectPath> = method(
        "CreateNavigationController", "root", "options", returns: "controller",
        options: CreateNavigationControllerOption.all,
        summary: """
            Creates a navigation controller with the given view controller as its root. HierarchyInconsistency for a \
            tab bar controller, InvalidArgument for a navigation controller, and for a Type that is not a class of the \
            caller.
            """)
    package static let registerViewController: Method<(ObjectPath, Options) -> ObjectPath> = method(
        "RegisterViewController", "object_path", "options", returns: "controller",
        options: RegisterViewControllerOption.all,
        summary: """
            Registers an object of the caller as a view controller and returns its path in the daemon. The object must \
            implement org.tabd.Tabs1.RemoteViewController. The same object always gets the same path. When its owner \
            leaves the bus, the controller waits for a client that registers with its BusName or, without a BusName, \
            with its RestorationIdentifier. A controller with neither, or with DestroyWithCaller, is destroyed. \
            InvalidArgument if the caller does not own BusName or the identifier is in use.
            """)
    package enum RegisterClassesOption {
        package static let tabBarControllers = OptionKey<[String]>(
            "TabBarControllers", "the classes whose view controllers are tab bar controllers, none by default")
        package static let busName = OptionKey<String>(
            "BusName",
            """
            a well-known name of the caller, to which the classes then belong: a later owner of the name can continue \
            their view controllers
            """)
        package static let all: [any DeclaredOption] = [tabBarControllers, busName]
    }

    package static let registerClasses: Method<(ObjectPath, [String], Options) -> Void> = method(
        "RegisterClasses", "factory", "classes", "options", options: RegisterClassesOption.all,
        summary: """
            Offers classes of view controllers (PREFIX.CLASS) to all clients, as a plugin does. The daemon calls Create of \
            org.tabd.Tabs1.ViewControllerFactory on the caller's object when a view controller of a class is needed: for \
            CreateViewController, and for each existing one that waits for its class. Each call replaces the classes of \
            this factory; an empty list removes them.

            When the caller leaves the bus, its classes are removed. With BusName their view controllers, with arguments and \
            state, then wait for a client that owns the name and registers the classes again; without it no other client \
            gets them. New view controllers are those of the first client with a BusName. A plugin that is installed later \
            takes the classes with its id.

            Errors:
            - InvalidArgument: a malformed name; a class of a plugin; one that the caller offers elsewhere; without BusName, \
            one that another client offers; BusName is not owned by the caller
            - LimitsExceeded: more than 256 classes of one client, or 4096 of all
            """)
    package static let getViewController: Method<(String) -> ObjectPath> = method(
        "GetViewController", "identifier", returns: "view_controller",
        summary: """
            Returns the view controller with a RestorationIdentifier. InvalidArgument if no view controller has it, and \
            for the empty string.
            """)
    package static let getSummary: Method<(ObjectPath, UInt32, Options) -> [String: Variant]> = method(
        "GetSummary", "controller", "first", "options", returns: "summary",
        summary: """
            Returns what a list shows of a view controller, without reading all objects: ViewController, Type, Title, \
            TabTitle, State, RestorationIdentifier, AppearanceState, Parent, PresentedViewController; if there are any, \
            BadgeValue, Image and FailureReason; if they are true, Disabled, NeedsAttention, Loading and Hidden.

            A tab bar controller has Profile and SelectedViewController as well. It has Tabs (aa{sv}), a navigation \
            controller has Stack, and both have Count: the view controllers from position first on, each with the keys \
            from ViewController to State and those that are there only if they say something, and how many there are. At \
            most 256 are returned, and fewer if they have long texts; ask again with a larger first for the others. \
            InvalidArgument for a path that is not a view controller. Later versions may add keys.
            """)
    package static let getObjects:
        Method<
            (ObjectPath, UInt32, Options) -> ([ObjectPath: [String: [String: Variant]]], ObjectPath)
        > = method(
            "GetObjects", "after", "count", "options", returns: "objects", "next",
            summary: """
                Returns objects with all their properties, as GetManagedObjects does, in pieces. The order is fixed: \
                plugins by path, then view controllers by number, each before its tab bar. A piece begins with the object \
                that follows after (/ for the first one) in this order, whether or not after still exists. It ends with \
                count objects, at most 256 and 0 for as many as possible, or with fewer if they are large. next is the \
                after of the next piece, and / in the last one.

                Listen to signals before the first call, and apply those that follow each reply to the objects that you \
                have: your copy is then correct after the last piece. An object that is created meanwhile may arrive in \
                InterfacesAdded and in a later piece. InvalidArgument for any other after.
                """)
    package static let destroy: Method<(ObjectPath, Options) -> Void> = method(
        "Destroy", "controller", "options",
        summary: """
            Removes a view controller from its container, with the usual events, and destroys it. The children of a \
            container are released, not destroyed. InvalidArgument for a path that is not a view controller, and for \
            More.
            """)
    package static let reopen: Method<(Options) -> ObjectPath> = method(
        "Reopen", "options", returns: "controller",
        summary: """
            Restores the view controller that was destroyed last, on its path and in its old place; the last 20 can be \
            restored. Its children return unless they have another parent, and its RestorationIdentifier returns \
            unless it is in use. If its plugin or owner is not available, it waits for it, as after a restart. \
            InternalInconsistency without a destroyed view controller.
            """)
    package static let subscribe: Method<(Options) -> Void> = method(
        "Subscribe", "options",
        summary: """
            Sends the caller the life cycle signals and ViewChanged of all view controllers until it unsubscribes or \
            leaves the bus. Attached clients get those of their tree without a subscription, other clients none. A \
            second call has no effect.
            """)
    package static let unsubscribe: Method<(Options) -> Void> = method(
        "Unsubscribe", "options", summary: "Ends the caller's subscription; no error without a subscription.")
    package static let openConnection: Method<(Options) -> String> = method(
        "OpenConnection", "options", returns: "address",
        summary: """
            Returns the address of a private socket, in the form of libdbus with one more key: unix:path=...,token=.... \
            A connection to it that calls Hello of org.tabd.Tabs1.PrivateConnection with the token, within 5 seconds, \
            has the objects, rights and quotas of the caller, and gets all signals. Calls on it take less time, as they \
            do not pass through the bus. The daemon calls the caller's own objects over the bus only. The connection is \
            closed when the caller leaves the bus. LimitsExceeded if the caller has too many connections, or the daemon has \
            too few file descriptors left.
            """)

    package static let restart: Method<(Options) -> Void> = method(
        "Restart", "options",
        summary: """
            Replies, saves everything and executes the daemon's program file again, with the same arguments and \
            process id, so that a new version takes over. A front end attaches again when NameOwnerChanged of \
            org.tabd.Tabs1 arrives. Every view controller with an identifier keeps its path.
            """)
    package static let getLayout: Method<(Options) -> String> = method(
        "GetLayout", "options", returns: "layout",
        summary: """
            Returns the current view controllers that have identifiers, with their contents, as TOML in the form of \
            $XDG_CONFIG_HOME/tabd/layout.toml; see tabd-layout(5).
            """)

    /// The options of ApplyLayout.
    package enum ApplyLayoutOption {
        package static let dryRun = OptionKey<Bool>("DryRun", "return the changes without making them")
    }

    package static let applyLayout: Method<(String, Options) -> [String]> = method(
        "ApplyLayout", "layout", "options", returns: "changes", options: [ApplyLayoutOption.dryRun],
        summary: """
            Changes the controllers that a layout file names to match it, and returns a description of each change. \
            Controllers that the layout does not name are unchanged. InvalidArgument, with the line, for an invalid \
            layout; nothing is changed then.
            """)

    package static let checkLayout: Method<(String, Options) -> [LayoutFinding]> = method(
        "CheckLayout", "layout", "options", returns: "findings",
        summary: """
            Returns all problems of a layout file, or the changes that ApplyLayout would make, and changes nothing. A \
            finding is a code, the line (0 for none), the key that it is about, the value of that key and a sentence for \
            people. The value is the one in the file, at most \(LayoutFinding.maximumValue) characters, and for a change \
            the new one.

            Problems are \(LayoutFinding.Code.list(problems: true)). Changes are \
            \(LayoutFinding.Code.list(problems: false)). Later versions may add codes; those of changes begin with \
            would-. After a syntax error nothing else is found.
            """)

    package static let addImage: Method<([UInt8], Options) -> String> = method(
        "AddImage", "data", "options", returns: "name",
        summary: """
            Adds an image and returns its name, sha256: and the digest of the data in hexadecimal form. The name can be \
            used wherever an icon name can, by all clients. The same data has the same name. The data is an encoded PNG, \
            JPEG or SVG, of at most 4 MiB by default; the daemon does not decode it.

            The image stays while a tab bar item, a bar button item, a view or an argument names it, and while the caller \
            is on the bus. It counts for the caller, and for the client or plugin of each view controller that names it. \
            If the caller's quota is full, its images that nothing names are dropped, oldest first. InvalidArgument for \
            other data, LimitsExceeded for too much of it.
            """)
    package static let getImage: Method<(String) -> FileDescriptor> = method(
        "GetImage", "name", returns: "data",
        summary: """
            Returns a descriptor of the data of an image: sealed memory at offset 0, to be closed by the caller. \
            InvalidArgument for a name that no image has, NotSupported if the caller's connection cannot pass \
            descriptors; use GetImageData then.
            """)
    package static let getImageData: Method<(String, UInt64) -> [UInt8]> = method(
        "GetImageData", "name", "offset", returns: "data",
        summary: """
            Returns the data of an image from an offset on, at most 1 MiB; empty at the end. InvalidArgument for a name \
            that no image has, OutOfRange for an offset beyond the end.
            """)
    package static let getImageInfo: Method<(String) -> (String, UInt64)> = method(
        "GetImageInfo", "name", returns: "media_type", "size",
        summary: """
            Returns the media type of an image (image/png, image/jpeg or image/svg+xml) and the size of its data in \
            bytes. InvalidArgument for a name that no image has.
            """)

    package static let getViewClasses: Method<() -> String> = method(
        "GetViewClasses", returns: "json",
        summary: """
            Returns the classes of views as JSON, with their keys, defaults and actions: the table that checks every \
            view. It is the same as share/tabd/view-classes.json. docs/front-ends.md describes it.
            """)

    package static let storeState: Property<String> = property(
        "StoreState",
        summary: """
            'saved' if all restorable state is on disk; 'unsaved' while a write fails. Unsaved state is kept in \
            memory, and the write is retried.
            """)
    package static let storeReason: Property<String> = property(
        "StoreReason",
        summary: """
            Why StoreState is unsaved. If it is saved: the files that were set aside or the state that was skipped at \
            the start, or changes to the files by other programs since. Otherwise empty.
            """)
    package static let usage: Property<[String: Usage]> = property(
        "Usage", changes: .silent,
        summary: """
            The usage and limit of each quota: Attachments, Calls (not yet answered), Classes, Connections \
            (private ones), Content (bytes of all view controllers), Delegates, ImageContent (bytes of all images), \
            Images, Subscriptions, ViewControllers. View controllers that no client has are included, and take nothing \
            from clients up to a quarter of the limit. A request beyond a limit fails with \
            LimitsExceeded. tabd.toml sets these limits and those for a single client.
            """)
    package static let version: Property<String> = property(
        "Version", changes: .constant, summary: "The version of the daemon, for example 1.0.0.")
    package static let features: Property<[String]> = property(
        "Features", changes: .constant,
        summary: """
            The features that this daemon has beyond the first release, one word each. Ignore words that you don't \
            know.
            """)
    package static let viewControllers: Property<[ObjectPath]> = property(
        "ViewControllers", changes: .invalidated,
        summary: "Every view controller, including tab bar controllers. ObjectManager's signals announce changes.")
    package static let tabBarControllers: Property<[ObjectPath]> = property(
        "TabBarControllers", changes: .invalidated,
        summary: "Every tab bar controller. ObjectManager's signals announce changes.")
    package static let plugins: Property<[ObjectPath]> = property(
        "Plugins", changes: .invalidated,
        summary: "Every installed plugin. ObjectManager's signals announce changes.")
    package static let viewControllerTypes: Property<[String]> = property(
        "ViewControllerTypes",
        summary: """
            The types that CreateViewController accepts: PLUGIN.CLASS of plugins, and the classes that clients offer \
            with RegisterClasses. When clients offer more than 4096 bytes of types, a change may be seen here a few \
            seconds later.
            """)

    // MARK: Scalars

    // Variants of other members for clients such as dbus-send that cannot send options. Their arguments are scalars and
    // arrays of strings, and their errors are the same.

    package static let createRestorableTabBarController:
        Method<
            (String, String, String, [String], Options) -> ObjectPath
        > = method(
            "CreateRestorableTabBarController", "restoration_identifier", "title", "profile", "types", "options",
            returns: "controller",
            summary: """
                Calls CreateTabBarController with the options RestorationIdentifier, Title, Profile and Types, \
                \(scalarNote)
                """)
    package static let createConfiguredTabBarController:
        Method<
            (String, String, String, [String], String, UInt32, Options) -> ObjectPath
        > = method(
            "CreateConfiguredTabBarController", "restoration_identifier", "title", "profile", "types",
            "lifecycle_order", "maximum_visible_items", "options", returns: "controller",
            summary: """
                Calls CreateTabBarController like CreateRestorableTabBarController, and also with the options \
                LifecycleOrder and MaximumVisibleItems. An empty order and 0 items select the defaults.
                """)
    package static let createRestorableViewController: Method<(String, String, String, Options) -> ObjectPath> = method(
        "CreateRestorableViewController", "type_name", "restoration_identifier", "title", "options",
        returns: "controller",
        summary: "Calls CreateViewController with the options RestorationIdentifier and Title, \(scalarNote)")
    package static let createRestorableNavigationController:
        Method<
            (ObjectPath, String, String, Options) -> ObjectPath
        > = method(
            "CreateRestorableNavigationController", "root", "restoration_identifier", "title", "options",
            returns: "controller",
            summary: "Calls CreateNavigationController with the options RestorationIdentifier and Title, \(scalarNote)")
    package static let planLayout: Method<(String, Options) -> [String]> = method(
        "PlanLayout", "layout", "options", returns: "changes",
        summary: "Calls ApplyLayout with the option DryRun: returns the changes without making them.")
    package static let reloadConfiguration: Method<(Options) -> (String, [String])> = method(
        "ReloadConfiguration", "options", returns: "file", "mistakes",
        summary: """
            Reads the configuration file tabd.toml again, as SIGHUP does, and searches for plugins, at most twice a \
            second for all clients. Returns the path of the file, which need not exist, and the mistakes in it, each with \
            its line.
            """)
}
