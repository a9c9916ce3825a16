package import DBusInterface

/// The focus of a tab bar controller, either on the bar or on a view of the content.
package enum FocusInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.Focus"
    package static let summary =
        "The focus of a tab bar controller, moved by a remote control, by keys or by a rotary control."

    /// The value of FocusedItem while no item has the focus.
    package static let noItem = UInt32.max

    package static let enabled: Property<Bool> = property(
        "Enabled", writable: true,
        summary: """
            Whether there is a focus: true by default in profile tv, otherwise false. The option Focus of \
            CreateTabBarController sets it at creation; it survives a restart. While it is false, Press, Swipe and \
            Rotate return false, and the other properties have the values for no focus. In profile tv the focus keeps \
            its place meanwhile, and the bar stays shown or hidden.
            """)
    package static let focusedItem: Property<UInt32> = property(
        "FocusedItem",
        summary: """
            The position of the focused item on the bar; 4294967295 while the content has the focus, on an empty bar, \
            and without focus.
            """)
    package static let focusEnvironment: Property<String> = property(
        "FocusEnvironment",
        summary: """
            The area that has the focus: bar, also without focus, or content. In profile tv the bar is hidden while \
            the content has it.
            """)
    package static let focusedView: Property<ViewReference> = property(
        "FocusedView",
        summary: "The focused view and its view controller; (/, 0) while the bar has the focus, and without focus.")

    package static let press: Method<(String, Options) -> Bool> = method(
        "Press", "button", "options", returns: "handled",
        summary: """
            Presses a button of the remote control, or a key: up, down, left, right, select, menu, next or previous. \
            InvalidArgument for any other button. Next and previous, which are Tab and Shift-Tab, move the focus in reading \
            order through the bar and the content, and from the end to the beginning. A view that was never in a window \
            cannot get the focus.

            In profile tv, left and right move the focus on the bar, and the focused tab is selected after 300 ms. Down \
            and select select it at once and move the focus into the content; menu is not handled. In the content, menu \
            pops a navigation controller, or returns to the bar at its root. Select sends primaryActionTriggered to the \
            focused view; it is not handled if the view has no such action.

            In the other profiles the bar stays visible, and focusing an item does not select it. The arrow from the bar to \
            the content, for example up from a bar at the bottom, moves the focus into the content, and its opposite moves \
            it back. Select taps the focused item; it is not handled if the tab is not selected. Menu taps the back button \
            in the content, or returns to the bar. While a view controller is presented, only its views can have the focus.
            """)
    package static let swipe: Method<(String, Options) -> Bool> = method(
        "Swipe", "direction", "options", returns: "handled",
        summary: """
            Swipes up, down, left or right: the focus moves as it does for the button of that name. InvalidArgument \
            for any other direction.
            """)
    package static let rotate: Method<(Int32, Options) -> Bool> = method(
        "Rotate", "steps", "options", returns: "handled",
        summary: """
            Turns a rotary control: the focus moves by that many places in reading order, back if steps is negative, and \
            not beyond the first or last place. False if it does not move. In profile tv the last tab is selected before \
            the focus goes beyond the bar, as by single turns.
            """)
}
