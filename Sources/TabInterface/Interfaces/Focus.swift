package import DBusInterface

/// The focus of a tab bar controller in profile tv, either on the bar or on a view of the content.
package enum FocusInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.Focus"
    package static let summary =
        "The focus of a tab bar controller, moved by a remote control. Only profile tv has this interface."

    /// The value of FocusedItem while no item has the focus.
    package static let noItem = UInt32.max

    package static let focusedItem: Property<UInt32> = property(
        "FocusedItem",
        summary: """
            The position of the focused item on the bar; 4294967295 while the content has the focus and on an empty \
            bar.
            """)
    package static let focusEnvironment: Property<String> = property(
        "FocusEnvironment",
        summary: "The area that has the focus: bar or content. The bar is hidden while the content has it.")
    package static let focusedView: Property<ViewReference> = property(
        "FocusedView", summary: "The focused view and its view controller; (/, 0) while the bar has the focus.")

    package static let press: Method<(String, Options) -> Bool> = method(
        "Press", "button", "options", returns: "handled",
        summary: """
            Presses a button of the remote control: up, down, left, right, select or menu. On the bar, left and right \
            move the focus, and the focused tab is selected after 300 ms. Down and select select it at once and move \
            the focus into the content; menu is not handled. In the content, menu pops a navigation controller, or \
            returns to the bar at its root. Select sends primaryActionTriggered to the focused view; it is not handled \
            if the view has no such action. A view that was never in a window cannot get the focus. InvalidArgument \
            for any other button.
            """)
    package static let swipe: Method<(String, Options) -> Bool> = method(
        "Swipe", "direction", "options", returns: "handled",
        summary: """
            Swipes up, down, left or right: the focus moves as it does for the button of that name. InvalidArgument \
            for any other direction.
            """)
}
