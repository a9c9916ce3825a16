package import DBusInterface

/// What a client's object has that is the delegate of a tab bar controller. Every method is optional.
package enum TabBarControllerDelegateInterface {
    package static let name = "org.tabd.Tabs1.TabBarControllerDelegate"

    package static let shouldSelectViewController = Method<(ObjectPath, ObjectPath) -> Bool>(
        "ShouldSelectViewController", "controller", "view_controller", returns: "selects",
        summary: "Asks whether a user's tap shall select this view controller; true by default.")
    package static let didSelectViewController = Method<(ObjectPath, ObjectPath) -> Void>(
        "DidSelectViewController", "controller", "view_controller",
        summary: "A user's tap on the item was accepted, also when it was selected before. No reply is waited for.")
    package static let willBeginCustomizingViewControllers = Method<(ObjectPath, [ObjectPath]) -> Void>(
        "WillBeginCustomizingViewControllers", "controller", "view_controllers",
        summary: "A user is about to arrange the tabs, of which these can be moved. No reply is waited for.")
    package static let willEndCustomizingViewControllers = Method<(ObjectPath, [ObjectPath], Bool) -> Void>(
        "WillEndCustomizingViewControllers", "controller", "view_controllers", "changed",
        summary: "A user is about to end arranging, with these tabs in the new order. No reply is waited for.")
    package static let didEndCustomizingViewControllers = Method<(ObjectPath, [ObjectPath], Bool) -> Void>(
        "DidEndCustomizingViewControllers", "controller", "view_controllers", "changed",
        summary: "A user has ended arranging, with these tabs in the new order. No reply is waited for.")
    package static let supportedInterfaceOrientations = Method<(ObjectPath) -> UInt32>(
        "SupportedInterfaceOrientations", "controller", returns: "orientations",
        summary: """
            Asks for a sum of 2 (portrait), 4 (portraitUpsideDown), 8 (landscapeRight) and 16 (landscapeLeft), as in \
            UIInterfaceOrientationMask.
            """)
    package static let preferredInterfaceOrientation = Method<(ObjectPath) -> String>(
        "PreferredInterfaceOrientation", "controller", returns: "orientation",
        summary: "Asks for portrait, portraitUpsideDown, landscapeLeft or landscapeRight.")
    package static let animationControllerForTransition = Method<(ObjectPath, ObjectPath, ObjectPath) -> Options>(
        "AnimationControllerForTransition", "controller", "from", "to", returns: "animation",
        summary: """
            Asks how a change of the tab is animated, while the state is still the old one; only when SetDelegate's \
            Methods names it. Empty for no animation, else Duration (d, seconds, 0 to 10), Curve (s) and \
            Interactive (b).
            """)
    package static let released = Method<() -> Void>(
        "Released",
        summary: "The delegate was replaced or cleared and is not called again. It is not a signal.")

    package static let description = InterfaceDescription(
        name,
        summary: """
            The interface of a client's object that is the delegate of a tab bar controller; the daemon calls it. Each \
            callback except Released is also a signal of TabBarController, sent before the call.
            """,
        [
            shouldSelectViewController, didSelectViewController, willBeginCustomizingViewControllers,
            willEndCustomizingViewControllers, didEndCustomizingViewControllers, supportedInterfaceOrientations,
            preferredInterfaceOrientation, animationControllerForTransition, released,
        ])
}
