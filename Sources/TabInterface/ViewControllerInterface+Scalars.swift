package import DBusInterface

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
