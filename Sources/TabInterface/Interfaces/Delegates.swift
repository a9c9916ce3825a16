package import DBusInterface

private let notAwaited = "The daemon does not wait for a reply."
private let optIn = "Sent only if Methods of SetDelegate names it. \(notAwaited)"
private let withdrawn = """
    The daemon no longer waits for the reply to the call with this serial number, because its timeout has passed or the \
    question has ended. \(optIn)
    """

/// The interface of a client's object that is the delegate of a tab bar controller. Every method is optional.
package enum TabBarControllerDelegateInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.TabBarControllerDelegate"
    package static let summary = """
        The interface of a client's object that is the delegate of a tab bar controller. The daemon calls it. Each \
        callback except Released, ReleasedBy and QuestionWithdrawn is also a signal of TabBarController, which is sent \
        before the call.
        """

    package static let shouldSelectViewController: Method<(ObjectPath, ObjectPath) -> Bool> = method(
        "ShouldSelectViewController", "controller", "view_controller", returns: "selects",
        summary: "Returns whether the user's tap may select this view controller; true by default.")
    package static let didSelectViewController: Method<(ObjectPath, ObjectPath) -> Void> = notification(
        "DidSelectViewController", "controller", "view_controller",
        summary: "The user's tap on the item was accepted, even if the item was already selected. \(notAwaited)")
    package static let shouldClose: Method<(ObjectPath, ObjectPath) -> Bool> = method(
        "ShouldClose", "controller", "view_controller", returns: "closes",
        summary: "Returns whether the user may close this tab; true by default.")
    package static let didClose: Method<(ObjectPath, ObjectPath) -> Void> = notification(
        "DidClose", "controller", "view_controller",
        summary: "The user has closed this tab. Its view controller no longer exists. \(notAwaited)")
    package static let willBeginCustomizingViewControllers: Method<(ObjectPath, [ObjectPath]) -> Void> = notification(
        "WillBeginCustomizingViewControllers", "controller", "view_controllers",
        summary: "The user is about to rearrange the tabs; the argument lists the tabs that can move. \(notAwaited)")
    package static let willEndCustomizingViewControllers: Method<(ObjectPath, [ObjectPath], Bool) -> Void> =
        notification(
            "WillEndCustomizingViewControllers", "controller", "view_controllers", "changed",
            summary: "The user is about to finish rearranging; the tabs are in their new order. \(notAwaited)")
    package static let didEndCustomizingViewControllers: Method<(ObjectPath, [ObjectPath], Bool) -> Void> =
        notification(
            "DidEndCustomizingViewControllers", "controller", "view_controllers", "changed",
            summary: "The user has finished rearranging; the tabs are in their new order. \(notAwaited)")
    package static let supportedInterfaceOrientations: Method<(ObjectPath) -> UInt32> = method(
        "SupportedInterfaceOrientations", "controller", returns: "orientations",
        summary: """
            Returns the supported orientations as the sum of 2 (portrait), 4 (portraitUpsideDown), 8 (landscapeRight) \
            and 16 (landscapeLeft), as in UIInterfaceOrientationMask.
            """)
    package static let preferredInterfaceOrientation: Method<(ObjectPath) -> String> = method(
        "PreferredInterfaceOrientation", "controller", returns: "orientation",
        summary: "Returns the preferred orientation: portrait, portraitUpsideDown, landscapeLeft or landscapeRight.")
    package static let animationControllerForTransition: Method<(ObjectPath, ObjectPath, ObjectPath) -> Options> =
        method(
            "AnimationControllerForTransition", "controller", "from_view_controller", "to_view_controller",
            returns: "animation",
            summary: """
                Returns the animation for a tab change, while the old tab is still selected. The daemon calls it only if \
                Methods of SetDelegate names it. Empty for no animation, else Duration (d, seconds, 0 to 10), Curve (s), \
                Interactive (b, whether the delegate drives the change) and Gesture (b, whether a front end may drive it \
                with a gesture that began it, see BeginInteractiveTransition).
                """)
    package static let released: Method<() -> Void> = notification(
        "Released",
        summary: "The delegate was replaced or cleared; no further calls follow. This callback has no signal.")
    package static let releasedBy: Method<(ObjectPath) -> Void> = notification(
        "ReleasedBy", "controller", summary: "\(released.name) of this tab bar controller. \(optIn)")
    package static let questionWithdrawn: Method<(UInt32) -> Void> = notification(
        "QuestionWithdrawn", "serial", summary: withdrawn)
    package static let description = InterfaceDescription(
        Self.self,
        [
            shouldSelectViewController, didSelectViewController, shouldClose, didClose,
            willBeginCustomizingViewControllers,
            willEndCustomizingViewControllers, didEndCustomizingViewControllers, supportedInterfaceOrientations,
            preferredInterfaceOrientation, animationControllerForTransition, released, releasedBy, questionWithdrawn,
        ])
}

/// The interface of a client's object that is the delegate of a popover. Every method is optional. The first argument is
/// the presented view controller.
package enum PopoverPresentationControllerDelegateInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.PopoverPresentationControllerDelegate"
    package static let summary = """
        The interface of a client's object that is the delegate of a popover. The daemon calls it. Each callback \
        except Released, ReleasedBy and QuestionWithdrawn is also a signal of PopoverPresentationController, which is \
        sent before the call. The signal of AdaptivePresentationStyle is AdaptivePresentationStyleForTraitCollection.
        """

    package static let prepareForPopoverPresentation: Method<(ObjectPath) -> Void> = method(
        "PrepareForPopoverPresentation", "view_controller",
        summary: "The popover is about to appear. The delegate can configure it until it replies.")
    package static let shouldDismiss: Method<(ObjectPath) -> Bool> = method(
        "ShouldDismiss", "view_controller", returns: "dismisses",
        summary: "Returns whether the user may dismiss the popover; true by default.")
    package static let willDismiss: Method<(ObjectPath) -> Void> = notification(
        "WillDismiss", "view_controller",
        summary: "The user is dismissing the popover. \(notAwaited)")
    package static let didDismiss: Method<(ObjectPath) -> Void> = notification(
        "DidDismiss", "view_controller",
        summary: "The user has dismissed the popover. \(notAwaited)")
    package static let didAttemptToDismiss: Method<(ObjectPath) -> Void> = notification(
        "DidAttemptToDismiss", "view_controller",
        summary: "The user tried to dismiss the popover, which was refused. \(notAwaited)")
    package static let willReposition: Method<(ObjectPath, DBusRect, ViewReference) -> (DBusRect, ViewReference)> =
        method(
            "WillReposition", "view_controller", "rect", "view", returns: "new_rect", "new_view",
            summary: """
                The window of a popover with a SourceView was resized. Returns the new SourceRect and SourceView. A value \
                equal to its argument leaves that property unchanged; an invalid value changes nothing.
                """)
    package static let adaptivePresentationStyle: Method<(ObjectPath, String, String) -> String> = method(
        "AdaptivePresentationStyle", "view_controller", "horizontal", "vertical", returns: "style",
        summary: """
            Returns the style that replaces the popover in a window of these size classes (compact or regular): \
            fullScreen, overFullScreen, pageSheet, formSheet, or none to keep the popover. Any other value counts as \
            no answer; the popover then becomes a formSheet if one size class is compact. In a fully regular window it \
            stays a popover, whatever the answer.
            """)
    package static let viewControllerForAdaptivePresentationStyle: Method<(ObjectPath, String) -> ObjectPath> = method(
        "ViewControllerForAdaptivePresentationStyle", "view_controller", "style", returns: "replacement",
        summary: """
            Returns the view controller to present in this style instead: another one that is free, or a navigation \
            controller that now contains it; / to keep it. Not called while the view controller presents another one.
            """)
    package static let willPresentWithAdaptiveStyle: Method<(ObjectPath, String) -> Void> = notification(
        "WillPresentWithAdaptiveStyle", "view_controller", "style",
        summary: "The presentation is about to change to this style; none means a popover. \(notAwaited)")
    package static let released: Method<() -> Void> = notification(
        "Released",
        summary: """
            The delegate was replaced or cleared; no further calls follow. A dismissal ends the delegate without this \
            call.
            """)
    package static let releasedBy: Method<(ObjectPath) -> Void> = notification(
        "ReleasedBy", "view_controller", summary: "\(released.name) of the popover of this view controller. \(optIn)")
    package static let questionWithdrawn: Method<(UInt32) -> Void> = notification(
        "QuestionWithdrawn", "serial", summary: withdrawn)
    package static let description = InterfaceDescription(
        Self.self,
        [
            prepareForPopoverPresentation, shouldDismiss, willDismiss, didDismiss, didAttemptToDismiss, willReposition,
            adaptivePresentationStyle, viewControllerForAdaptivePresentationStyle, willPresentWithAdaptiveStyle,
            released, releasedBy, questionWithdrawn,
        ])
}

/// The options of SetDelegate.
package enum DelegateOptions {
    package static let methods = OptionKey<[String]>(
        "Methods",
        """
        the methods that the object implements; all by default, except AnimationControllerForTransition, ReleasedBy \
        and QuestionWithdrawn
        """)
    package static let timeout = OptionKey<UInt32>(
        "Timeout", "the time to wait for an answer in milliseconds, 1 to 10000, 500 by default")
    package static let onTimeout = OptionKey<Bool>(
        "OnTimeout", "the answer to assume after a timeout, true by default")
    package static let all: [any DeclaredOption] = [methods, timeout, onTimeout]
}
