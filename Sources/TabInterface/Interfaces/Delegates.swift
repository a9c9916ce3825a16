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

/// What a client's object has that is the delegate of a popover. Every method is optional; the first argument is the
/// view controller that is presented.
package enum PopoverPresentationControllerDelegateInterface {
    package static let name = "org.tabd.Tabs1.PopoverPresentationControllerDelegate"

    package static let prepareForPopoverPresentation = Method<(ObjectPath) -> Void>(
        "PrepareForPopoverPresentation", "view_controller",
        summary: "The popover is about to appear, and may be configured until the reply.")
    package static let shouldDismiss = Method<(ObjectPath) -> Bool>(
        "ShouldDismiss", "view_controller", returns: "dismisses",
        summary: "Asks whether a user may dismiss the popover; true by default.")
    package static let willDismiss = Method<(ObjectPath) -> Void>(
        "WillDismiss", "view_controller", summary: "A user dismisses the popover. No reply is waited for.")
    package static let didDismiss = Method<(ObjectPath) -> Void>(
        "DidDismiss", "view_controller", summary: "A user has dismissed the popover. No reply is waited for.")
    package static let didAttemptToDismiss = Method<(ObjectPath) -> Void>(
        "DidAttemptToDismiss", "view_controller",
        summary: "A user was not allowed to dismiss the popover. No reply is waited for.")
    package static let willReposition = Method<(ObjectPath, DBusRect, ViewReference) -> (DBusRect, ViewReference)>(
        "WillReposition", "view_controller", "rect", "view", returns: "rect", "view",
        summary: """
            The window of a popover with SourceView has another size: asks for SourceRect and SourceView from now on. \
            A property whose argument the answer repeats stays as it is; an invalid answer changes nothing.
            """)
    package static let adaptivePresentationStyle = Method<(ObjectPath, String, String) -> String>(
        "AdaptivePresentationStyle", "view_controller", "horizontal", "vertical", returns: "style",
        summary: """
            Asks what the popover is presented as in a window of these size classes (compact or regular): fullScreen, \
            overFullScreen, pageSheet, formSheet, or none to stay a popover. Anything else counts as no answer: then \
            it is a formSheet when one of them is compact. In a regular window it is a popover whatever the answer.
            """)
    package static let viewControllerForAdaptivePresentationStyle = Method<(ObjectPath, String) -> ObjectPath>(
        "ViewControllerForAdaptivePresentationStyle", "view_controller", "style", returns: "replacement",
        summary: """
            Asks what is presented in this style in place of the view controller: another one that is free, or a \
            navigation controller made around it meanwhile; / for itself. Not asked for one that presents something.
            """)
    package static let willPresentWithAdaptiveStyle = Method<(ObjectPath, String) -> Void>(
        "WillPresentWithAdaptiveStyle", "view_controller", "style",
        summary:
            "It is about to be presented in this style; none: as a popover again, or still. No reply is waited for.")
    package static let released = Method<() -> Void>(
        "Released",
        summary: "The delegate was replaced or cleared and is not called again. A dismissal ends it without that.")

    package static let description = InterfaceDescription(
        name,
        summary: """
            The interface of a client's object that is the delegate of a popover; the daemon calls it. Each callback \
            except Released is also a signal of PopoverPresentationController, sent before the call. The signal of \
            AdaptivePresentationStyle is AdaptivePresentationStyleForTraitCollection.
            """,
        [
            prepareForPopoverPresentation, shouldDismiss, willDismiss, didDismiss, didAttemptToDismiss, willReposition,
            adaptivePresentationStyle, viewControllerForAdaptivePresentationStyle, willPresentWithAdaptiveStyle,
            released,
        ])
}

/// What SetDelegate takes beside the delegate's object.
package enum DelegateOptions {
    package static let methods = OptionKey<[String]>(
        "Methods",
        "the methods that it has; left out, all, but AnimationControllerForTransition of a tab bar controller's")
    package static let timeout = OptionKey<UInt32>(
        "Timeout", "how long an answer is waited for in milliseconds, 1 to 10000, 500 by default")
    package static let onTimeout = OptionKey<Bool>(
        "OnTimeout", "what counts as the answer when none comes, true by default")
    package static let all: [any DeclaredOption] = [methods, timeout, onTimeout]
}
