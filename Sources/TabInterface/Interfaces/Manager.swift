package import DBusInterface

/// The root object: makes, registers and destroys view controllers and tells what there is.
package enum ManagerInterface {
    package static let name = "org.tabd.Tabs1.Manager"

    package enum CreateTabBarControllerOption {
        package static let title = OptionKey<String>("Title", "the title of the controller, empty by default")
        package static let restorationIdentifier = OptionKey<String>(
            "RestorationIdentifier", "names the controller; no two have the same")
        package static let profile = OptionKey<String>("Profile", "phone (default), pad, padLegacy or tv")
        package static let size = OptionKey<DBusSize>(
            "Size", "the size of the window in points, above 0 and at most 16384; the profile's by default")
        package static let types = OptionKey<[String]>(
            "Types", "types of view controllers (PLUGIN.CLASS) to make and install as tabs, in order")
        package static let lifecycleOrder = OptionKey<String>(
            "LifecycleOrder", "the order of appearance callbacks when the tab changes, modern (default) or legacy")
        package static let maximumVisibleItems = OptionKey<UInt32>(
            "MaximumVisibleItems", "the most items that the bar shows, 7 by default; profile tv only")
        package static let destroyWithCaller = OptionKey<Bool>(
            "DestroyWithCaller", "destroy the controller when the caller leaves the bus, false by default")
        package static let all: [any DeclaredOption] = [
            title, restorationIdentifier, profile, size, types, lifecycleOrder, maximumVisibleItems, destroyWithCaller,
        ]
    }

    package enum CreateViewControllerOption {
        package static let title = OptionKey<String>(
            "Title",
            """
            the title of the controller, which wins over one that its class sets while it is created; by default the \
            class's, or empty when it sets none, and then the tab bar item has the manifest's title
            """)
        package static let restorationIdentifier = CreateTabBarControllerOption.restorationIdentifier
        package static let arguments = OptionKey<[String: Variant]>(
            "Arguments", "what the plugin's class is given at its creation")
        package static let destroyWithCaller = CreateTabBarControllerOption.destroyWithCaller
        package static let all: [any DeclaredOption] = [title, restorationIdentifier, arguments, destroyWithCaller]
    }

    package enum CreateNavigationControllerOption {
        package static let title = CreateTabBarControllerOption.title
        package static let restorationIdentifier = CreateTabBarControllerOption.restorationIdentifier
        package static let destroyWithCaller = CreateTabBarControllerOption.destroyWithCaller
        package static let all: [any DeclaredOption] = [title, restorationIdentifier, destroyWithCaller]
    }

    package enum RegisterViewControllerOption {
        package static let title = CreateTabBarControllerOption.title
        package static let restorationIdentifier = CreateTabBarControllerOption.restorationIdentifier
        package static let busName = OptionKey<String>(
            "BusName", "a well-known name of the caller; who owns it later may take the controller over again")
        package static let all: [any DeclaredOption] = [title, restorationIdentifier, busName]
    }

    package static let createTabBarController = Method<(Options) -> ObjectPath>(
        "CreateTabBarController", "options", returns: "controller",
        options: CreateTabBarControllerOption.all,
        summary: """
            Makes a tab bar controller with its bar, its window and More, and answers when the instances of Types \
            exist. A RestorationIdentifier of a restored one that nobody has claimed yet returns that. \
            InvalidArgument for an identifier in use or a value that is not allowed, NoSuchType for an unknown type.
            """)
    package static let createViewController = Method<(String, Options) -> ObjectPath>(
        "CreateViewController", "type", "options", returns: "controller",
        options: CreateViewControllerOption.all,
        summary: """
            Makes a view controller of a plugin's class (PLUGIN.CLASS, for example clock.WorldClock), and answers when \
            the plugin has made its instance, in a process of its own after that has started. A RestorationIdentifier \
            of a restored one that nobody has claimed yet returns that. InvalidArgument for an identifier in use, \
            NoSuchType when no plugin offers the type, PluginUnavailable or PluginFailed when its plugin can't make it.
            """)
    package static let createNavigationController = Method<(ObjectPath, Options) -> ObjectPath>(
        "CreateNavigationController", "root", "options", returns: "controller",
        options: CreateNavigationControllerOption.all,
        summary: """
            Makes a navigation controller with the given view controller at the bottom of its stack. \
            HierarchyInconsistency for a tab bar controller, InvalidArgument for a navigation controller.
            """)
    package static let registerViewController = Method<(ObjectPath, Options) -> ObjectPath>(
        "RegisterViewController", "object", "options", returns: "controller",
        options: RegisterViewControllerOption.all,
        summary: """
            Makes a view controller out of an object of the caller that has org.tabd.Tabs1.RemoteViewController, \
            and returns its path here. The same object always gets the same path. A controller whose owner has left the \
            bus goes to the client that registers with its BusName, or with its RestorationIdentifier when it had no \
            BusName. A controller with neither is destroyed when its owner leaves the bus. InvalidArgument when the \
            caller doesn't own BusName or the identifier is in use.
            """)
    package static let destroy = Method<(ObjectPath, Options) -> Void>(
        "Destroy", "controller", "options",
        summary: """
            Takes a view controller out of its container, with the events of that, and destroys it; the children of \
            a container are released, not destroyed. InvalidArgument for a path that is no view controller, and for More.
            """)
    package static let reopen = Method<(Options) -> ObjectPath>(
        "Reopen", "options", returns: "controller",
        summary: """
            Brings back what Destroy took last (20 are kept), on its path and in its old place; its children come along, \
            but for those that have another parent meanwhile, and so does its RestorationIdentifier unless another one \
            has that meanwhile. One whose plugin or owner can't be had waits for it, as after a restart. \
            InternalInconsistency when there is nothing to bring back.
            """)
    package static let subscribe = Method<(Options) -> Void>(
        "Subscribe", "options",
        summary: """
            Turns life cycle signals and ViewChanged on for the bus until the caller unsubscribes or leaves. \
            Calling it again changes nothing.
            """)
    package static let unsubscribe = Method<(Options) -> Void>(
        "Unsubscribe", "options", summary: "Ends the caller's subscription; no error when there is none.")

    package static let restart = Method<(Options) -> Void>(
        "Restart", "options",
        summary: """
            Answers, then saves everything and runs the daemon's program file again, with the same arguments and under the \
            same process id: a new version takes over. Who follows NameOwnerChanged of org.tabd.Tabs1 attaches again; \
            every view controller that has an identifier is back on its path.
            """)
    package static let getLayout = Method<(Options) -> String>(
        "GetLayout", "options", returns: "layout",
        summary: """
            Describes the view controllers that are there now and have identifiers, and what is in them, in TOML: the form \
            of $XDG_CONFIG_HOME/tabd/layout.toml, which tabd-layout(5) tells.
            """)

    /// What ApplyLayout takes.
    package enum ApplyLayoutOption {
        package static let dryRun = OptionKey<Bool>("DryRun", "tells what would change, and changes nothing")

        package static let all: [any DeclaredOption] = [dryRun]
    }

    package static let applyLayout = Method<(String, Options) -> [String]>(
        "ApplyLayout", "layout", "options", returns: "changes", options: ApplyLayoutOption.all,
        summary: """
            Makes the controllers that a layout names as it says, and returns a sentence for each change. Controllers that \
            it doesn't name stay as they are. InvalidArgument, with the line, for a layout that can't be; then nothing \
            has changed.
            """)

    package static let storeState = Property<String>(
        "StoreState",
        summary: """
            'saved' while everything that restoration keeps is in the store; 'unsaved' while something can't be written: it \
            is kept in memory, and tried again.
            """)
    package static let storeReason = Property<String>(
        "StoreReason",
        summary: """
            Why it is unsaved; else what was set aside or left out when the store was opened, or what somebody has done \
            with its files since, as a sentence; else empty.
            """)
    package static let usage = Property<[String: Usage]>(
        "Usage", changes: .silent,
        summary: """
            How much of what is limited is in use, and how much there may be of it: Attachments, Calls (without an answer \
            yet), Content (of all view controllers, in bytes), Delegates, Subscriptions, ViewControllers. What is more \
            ends in LimitsExceeded; tabd.toml says how much, and how much of it one client may have.
            """)
    package static let version = Property<String>(
        "Version", changes: .constant, summary: "The version of the daemon, for example 1.0.0.")
    package static let features = Property<[String]>(
        "Features", changes: .constant,
        summary: "What this daemon can do beyond the first release, one word each; ignore words that you don't know.")
    package static let viewControllers = Property<[ObjectPath]>(
        "ViewControllers", changes: .invalidated,
        summary: "Every view controller, tab bar controllers included. ObjectManager's signals tell what changed.")
    package static let tabBarControllers = Property<[ObjectPath]>(
        "TabBarControllers", changes: .invalidated,
        summary: "Every tab bar controller. ObjectManager's signals tell what changed.")
    package static let plugins = Property<[ObjectPath]>(
        "Plugins", changes: .invalidated,
        summary: "Every plugin that was found. ObjectManager's signals tell what changed.")
    package static let viewControllerTypes = Property<[String]>(
        "ViewControllerTypes", summary: "The types that CreateViewController takes, as PLUGIN.CLASS.")

    package static let description = InterfaceDescription(
        name, summary: "Makes, registers and destroys view controllers, and tells what there is.",
        [
            createTabBarController, createViewController, createNavigationController, registerViewController, destroy,
            reopen, restart, getLayout, applyLayout, subscribe, unsubscribe, usage, version, storeState, storeReason,
            features, viewControllers, tabBarControllers, plugins, viewControllerTypes,
            createRestorableTabBarController, createConfiguredTabBarController, createRestorableViewController,
            createRestorableNavigationController, planLayout,
        ])
}

/// Members whose arguments are scalars and arrays of texts, for clients such as dbus-send that can send no options. Each
/// does what another member does, with its errors.
extension ManagerInterface {
    package static let createRestorableTabBarController = Method<
        (String, String, String, [String], Options) -> ObjectPath
    >(
        "CreateRestorableTabBarController", "restoration_identifier", "title", "profile", "types", "options",
        returns: "controller",
        summary: """
            Does what CreateTabBarController does with the options RestorationIdentifier, Title, Profile and Types, for \
            clients that can't send options. Each may be empty, for the default.
            """)
    package static let createConfiguredTabBarController = Method<
        (String, String, String, [String], String, UInt32, Options) -> ObjectPath
    >(
        "CreateConfiguredTabBarController", "restoration_identifier", "title", "profile", "types", "lifecycle_order",
        "maximum_visible_items", "options", returns: "controller",
        summary: """
            Does what CreateRestorableTabBarController does, and CreateTabBarController's options LifecycleOrder and \
            MaximumVisibleItems do; an empty order and 0 items stand for the defaults.
            """)
    package static let createRestorableViewController = Method<(String, String, String, Options) -> ObjectPath>(
        "CreateRestorableViewController", "type", "restoration_identifier", "title", "options", returns: "controller",
        summary: """
            Does what CreateViewController does with the options RestorationIdentifier and Title, for clients that can't \
            send options. Both may be empty, for the defaults.
            """)
    package static let createRestorableNavigationController = Method<
        (ObjectPath, String, String, Options) -> ObjectPath
    >(
        "CreateRestorableNavigationController", "root", "restoration_identifier", "title", "options",
        returns: "controller",
        summary: """
            Does what CreateNavigationController does with the options RestorationIdentifier and Title, for clients that \
            can't send options. Both may be empty, for the defaults.
            """)
    package static let planLayout = Method<(String, Options) -> [String]>(
        "PlanLayout", "layout", "options", returns: "changes",
        summary: "Does what ApplyLayout does with the option DryRun: it returns the changes and makes none.")
}
