package import DBusInterface

/// Members whose arguments are scalars, for clients such as dbus-send that can send no structures and no dictionaries of
/// variants. Each writes a property, with its errors.
extension PopoverPresentationControllerInterface {
    package static let setBarButtonItem = Method<(ObjectPath, UInt32, Options) -> Void>(
        "SetBarButtonItem", "view_controller", "item", "options",
        summary: "Writes BarButtonItem, with its errors, for clients that can't send structures; / and 0 for none.")
    package static let setPopoverLayoutMargins = Method<(Double, Double, Double, Double, Options) -> Void>(
        "SetPopoverLayoutMargins", "top", "left", "bottom", "right", "options",
        summary: "Writes PopoverLayoutMargins, with its errors, for clients that can't send structures.")
    package static let addPassthroughView = Method<(ObjectPath, UInt32, Options) -> Void>(
        "AddPassthroughView", "view_controller", "view", "options",
        summary: """
            Adds a view to PassthroughViews, for clients that can't send structures; nothing changes when it is there. \
            InvalidArgument for a controller or a view that doesn't exist, LimitsExceeded for more than 256 views.
            """)
    package static let removePassthroughView = Method<(ObjectPath, UInt32, Options) -> Void>(
        "RemovePassthroughView", "view_controller", "view", "options",
        summary: "Removes a view from PassthroughViews. InvalidArgument for a view that is not one of them.")
    package static let setDetents = Method<([String], Options) -> Void>(
        "SetDetents", "detents", "options",
        summary: """
            Writes Detents of AdaptiveSheetPresentationController and keeps its other keys. InvalidArgument unless they \
            are medium, large or both, and for detents without SelectedDetent.
            """)
    package static let setSelectedDetent = Method<(String, Options) -> Void>(
        "SetSelectedDetent", "detent", "options",
        summary: """
            Writes SelectedDetent of AdaptiveSheetPresentationController and keeps its other keys. InvalidArgument for \
            a text that is neither one of Detents nor empty.
            """)
    package static let setPrefersGrabberVisible = Method<(Bool, Options) -> Void>(
        "SetPrefersGrabberVisible", "visible", "options",
        summary: "Writes PrefersGrabberVisible of AdaptiveSheetPresentationController and keeps its other keys.")
}
