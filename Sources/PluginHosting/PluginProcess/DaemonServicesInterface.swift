internal import DBusInterface
internal import TabInterface

/// The daemon's methods on the private connection of a plugin process: the start, and `PluginServices`. The operations
/// on view controllers are `PluginOperations`.
enum DaemonServicesInterface: ContractInterface {
    static let name = "org.tabd.PluginHost1.Services"
    static let summary = "The requests of a plugin process to the daemon."
    static let path: ObjectPath = "/org/tabd/PluginHost1/services"

    // MARK: Start

    static let hello: Method<(String) -> [String: Variant]> = method(
        "Hello", "token", returns: "plugin",
        summary:
            "The first call of a process, with its one-time token. `Id`, `Library`, `DataDirectory` and `LogLevel`.")
    static let ready: Method<() -> Void> = method("Ready", summary: "The library is open. Instances can be created.")
    static let failed: Method<(String) -> Void> = method("Failed", "reason", summary: "The library can't be used.")
    static let waking: Method<() -> Void> = method(
        "Waking",
        summary: "Code of the plugin is about to run without a call of the daemon. No reply is expected.")
    static let questionBegins: Method<(ViewControllerID, UInt64) -> Void> = method(
        "QuestionBegins", "controller", "token",
        summary: """
            The plugin is about to handle a question, which defers its commands. No reply is expected.
            """)
    static let questionIsOpen: Method<(ViewControllerID, UInt64) -> Void> = method(
        "QuestionIsOpen", "controller", "token",
        summary: "The plugin has returned from a question and answers later. No reply is expected.")
    static let restorableStateChanged: Method<(ViewControllerID, [[String: Variant]]) -> Void> = method(
        "RestorableStateChanged", "controller", "state",
        summary: "The state for a new instance: one, or none. No reply is expected.")

    // MARK: Containers

    static let createViewController:
        Method<(String, String, [String: Variant], ViewControllerID?) -> ViewControllerID> =
            method(
                "CreateViewController", "type", "restoration_identifier", "arguments", "creator", returns: "controller",
                summary: """
                    PluginServices's. `creator` is the view controller whose `create` calls this, 0 outside of one. The \
                    plugin process creates an instance of its own class after the reply, then calls InstanceMade.
                    """)
    static let createNavigationController: Method<(String, ViewControllerID, ViewControllerID?) -> ViewControllerID> =
        method(
            "CreateNavigationController", "class_name", "root", "creator", returns: "controller",
            summary: "As in PluginServices. `creator` and the instance are as for CreateViewController.")
    static let instanceMade: Method<(ViewControllerID) -> Void> = method(
        "InstanceMade", "controller",
        summary: "The process has created the instance of its own view controller. No reply is expected.")
    static let destroyViewController: Method<(ViewControllerID) -> Void> = method(
        "DestroyViewController", "controller",
        summary: "As in PluginServices, for view controllers that this process has created.")
    static let isReachableNavigationController: Method<(ViewControllerID) -> Bool> = method(
        "IsReachableNavigationController", "controller", returns: "result",
        summary: "As in PluginServices, for the view controllers of this process.")

    // MARK: Environment

    static let configurationValue: Method<(String) -> [Variant]> = method(
        "ConfigurationValue", "key", returns: "value", summary: "One value, or none.")
}
