package import DBusInterface

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
