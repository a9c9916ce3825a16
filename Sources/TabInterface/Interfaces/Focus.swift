package import DBusInterface

/// The focus of a tab bar controller of profile tv: on the bar, or on a view of the content.
package enum FocusInterface {
    package static let name = "org.tabd.Tabs1.Focus"

    /// FocusedItem while no item has the focus.
    package static let noItem = UInt32.max

    package static let focusedItem = Property<UInt32>(
        "FocusedItem",
        summary: """
            The position of the bar's item that has the focus; 4294967295 while the content has it, and on a bar \
            without items.
            """)
    package static let focusEnvironment = Property<String>(
        "FocusEnvironment", summary: "What has the focus: bar or content. The bar is hidden while the content has it.")
    package static let focusedView = Property<ViewReference>(
        "FocusedView", summary: "The view that has the focus and its view controller; (/, 0) while the bar has it.")

    package static let press = Method<(String, Options) -> Bool>(
        "Press", "button", "options", returns: "handled",
        summary: """
            A user presses a button of the remote: up, down, left, right, select or menu. On the bar left and right \
            move the focus, and the focused tab is selected after 300 ms, or at once by down and select, which go on \
            into the content; menu there is not handled. In the content menu pops a navigation controller, at its \
            root it goes to the bar; select is the focused view's primaryActionTriggered, not handled when it has \
            none. What has not been in a window has no views that the focus could go to. InvalidArgument for another \
            button.
            """)
    package static let swipe = Method<(String, Options) -> Bool>(
        "Swipe", "direction", "options", returns: "handled",
        summary: """
            A user swipes up, down, left or right: the focus moves as by the button of that name. InvalidArgument for \
            another direction.
            """)

    package static let description = InterfaceDescription(
        name, summary: "The focus in profile tv, which a remote control moves; other profiles don't have it.",
        [
            focusedItem, focusEnvironment, focusedView, press, swipe,
        ])
}
