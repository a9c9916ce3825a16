package import DBusInterface

/// The popover that presents a view controller, on the view controller's own object.
package enum PopoverPresentationControllerInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.PopoverPresentationController"
    package static let summary = """
        The popover that presents the view controller. It exists while ModalPresentationStyle is popover, and is \
        reset to defaults after each dismissal. While it is visible, gestures on other parts of its window \
        (TapItem, TapRow, BeginEditing, MoveItem, EndEditing, SendAction, TapBarButtonItem, TapBack) are touches \
        outside: their only effect is to dismiss it, if ModalInPresentation and the delegate allow that. TapItem \
        and TapRow then return false; the others fail with InternalInconsistency. Unlike other errors, this one \
        may have changed the state: its message names the popover and says whether it was dismissed. \
        PassthroughViews and the other buttons of BarButtonItem's bar still act. Other method calls and property \
        writes are not gestures.
        """

    /// The value of ArrowDirection before and after a presentation.
    package static let unknownDirection = UInt64.max

    // MARK: Anchor

    package static let sourceView: Property<ViewReference> = property(
        "SourceView", writable: true,
        summary: """
            The view that contains the anchor: its view controller and the view's id, or the object of a tab bar and \
            0; (/, 0) for none. InvalidArgument for a view controller or a view that does not exist.
            """)
    package static let sourceRect: Property<DBusRect> = property(
        "SourceRect", writable: true,
        summary: """
            The anchor rectangle in the coordinates of SourceView. By default the null rect (inf, inf, 0, 0): the \
            whole view, also when it moves. InvalidArgument for other numbers that are not finite.
            """)
    package static let hasSourceRect: Property<Bool> = property(
        "HasSourceRect", summary: "Whether SourceRect is a rectangle, and not the null rect.")
    package static let barButtonItem: Property<ViewReference> = property(
        "BarButtonItem", writable: true,
        summary: """
            The bar button item that is the anchor: the view controller whose navigation item contains it, and its id; \
            (/, 0) for none. It takes precedence over SourceView.
            """)
    package static let permittedArrowDirections: Property<UInt64> = property(
        "PermittedArrowDirections", writable: true,
        summary: """
            The directions in which the arrow may point, as the sum of 1 (up: the popover is below), 2 (down), 4 \
            (left) and 8 (right), 15 by default; 0 for a popover without an arrow over its source. If none of them is \
            usable, another direction is used. InvalidArgument for 18446744073709551615 (unknown).
            """)
    package static let popoverLayoutMargins: Property<DBusInsets> = property(
        "PopoverLayoutMargins", writable: true,
        summary: """
            The minimum distance to the edges of the screen as the user sees them (DeviceOrientation), in points; 10 \
            each by default. The status bar is excluded as well.
            """)
    package static let canOverlapSourceViewRect: Property<Bool> = property(
        "CanOverlapSourceViewRect", writable: true,
        summary: "Whether the popover may cover its anchor when space is tight, false by default.")

    // MARK: Look

    package static let backgroundColor: Property<String> = property(
        "BackgroundColor", writable: true,
        summary: "The background colour; empty for the standard one. InvalidArgument for a text that is not a colour.")
    package static let passthroughViews: Property<[ViewReference]> = property(
        "PassthroughViews", writable: true,
        summary: """
            The views outside of the popover that still receive touches while it is visible, in the form of \
            SourceView; at most 256. The other buttons of BarButtonItem's bar always receive touches.
            """)
    package static let popoverBackgroundViewClass: Property<String> = property(
        "PopoverBackgroundViewClass", writable: true,
        summary: """
            The popover background that draws it (PLUGIN.NAME, from a plugin's manifest); empty for the standard look. \
            By default the background that the manifest names for the view controller's class. InvalidArgument for a \
            background that no plugin has.
            """)
    package static let wantsDefaultContentAppearance: Property<Bool> = property(
        "WantsDefaultContentAppearance",
        summary: "Whether the background wants an inner edge and a shadow around the content.")
    package static let arrowHeight: Property<Double> = property(
        "ArrowHeight",
        summary: """
            The distance from the base of the arrow to its tip in points, from the background in use; 13 by default.
            """)
    package static let arrowBase: Property<Double> = property(
        "ArrowBase", summary: "The width of the arrow's base in points, from the background in use; 26 by default."
    )
    package static let contentViewInsets: Property<DBusInsets> = property(
        "ContentViewInsets",
        summary: """
            The insets from the edges of the background, without its arrow, to the content in points, from the \
            background in use; zero by default.
            """)
    package static let backgroundFillColor: Property<String> = property(
        "BackgroundFillColor",
        summary: """
            The colour of the background in use and its arrow, for front ends to draw if BackgroundColor is empty; \
            empty for the standard one.
            """)
    package static let backgroundBorderColor: Property<String> = property(
        "BackgroundBorderColor",
        summary: "The colour of the edge of the background in use, for front ends to draw; empty for the standard one.")
    package static let contentExtendsUnderArrow: Property<Bool> = property(
        "ContentExtendsUnderArrow", writable: true,
        summary: """
            Whether the content's view includes the strip beside the arrow, as an inset of its SafeAreaInsets. False \
            by default: the view then fills ContentFrame.
            """)
    package static let adaptiveSheet: Property<[String: Variant]> = property(
        "AdaptiveSheetPresentationController", writable: true,
        summary: """
            The preferences for the sheet that the popover adapts to, for front ends to draw: Detents (as: medium, \
            large), SelectedDetent (s, one of them or empty) and PrefersGrabberVisible (b). InvalidArgs for other keys \
            and types, InvalidArgument for other values.
            """)

    // MARK: Presentation state

    package static let arrowDirection: Property<UInt64> = property(
        "ArrowDirection",
        summary: """
            The direction in which the arrow points while the popover is visible: 1, 2, 4 or 8 as in \
            PermittedArrowDirections, 0 without an arrow; 18446744073709551615 (unknown) before, after, and while \
            another style replaces the popover.
            """)
    package static let hasArrowDirection: Property<Bool> = property(
        "HasArrowDirection", summary: "Whether ArrowDirection is known, and not 18446744073709551615.")
    package static let frame: Property<DBusRect> = property(
        "Frame",
        summary: "The frame of the popover with its arrow in the window; zero while it is not shown as a popover.")
    package static let contentFrame: Property<DBusRect> = property(
        "ContentFrame", summary: "The frame of the content in the window; zero while it is not shown as a popover.")
    package static let arrowOffset: Property<Double> = property(
        "ArrowOffset",
        summary: """
            The distance from the middle of the popover to the middle of its arrow in points, negative to the left or \
            to the top.
            """)
    package static let presented: Property<Bool> = property(
        "Presented", summary: "Whether it is presented, as a popover or in another style.")
    package static let adaptivePresentationStyle: Property<String> = property(
        "AdaptivePresentationStyle",
        summary: "The style that replaces the popover, for example in a compact window; none for none.")
    package static let delegate: Property<ClientObject> = property(
        "Delegate", summary: "The unique name and the object path of the delegate; empty and / for none.")

    // MARK: Methods

    package static let setDelegate: Method<(ObjectPath, Options) -> Void> = method(
        "SetDelegate", "object_path", "options", options: DelegateOptions.all,
        summary: """
            Makes an object of the caller the delegate until the dismissal. The object implements \
            org.tabd.Tabs1.PopoverPresentationControllerDelegate. InvalidArgument for /, an unknown method, or a \
            Timeout outside of 1 to 10000.
            """)
    package static let clearDelegate: Method<(Options) -> Void> = method(
        "ClearDelegate", "options", summary: "Removes the delegate, regardless of the client that set it.")
    package static let setSourceView: Method<(ObjectPath, UInt32, Options) -> Void> = method(
        "SetSourceView", "view_controller", "view", "options",
        summary: """
            Sets SourceView, for clients that cannot send structures, such as dbus-send; / and 0 for none. \
            InvalidArgument as for SourceView.
            """)
    package static let setSourceRect: Method<(Double, Double, Double, Double, Options) -> Void> = method(
        "SetSourceRect", "x", "y", "width", "height", "options",
        summary: """
            Sets SourceRect, for clients that cannot send structures, such as dbus-send. InvalidArgument as for \
            SourceRect.
            """)
    package static let performEscape: Method<(Options) -> String> = method(
        "PerformEscape", "options", returns: "result",
        summary: """
            Dismisses the popover or the style that replaces it, as a gesture of the user (the escape gesture, the \
            Escape key). The delegate is asked, as for a touch outside. Returns dismissed, refused, or none if it is \
            not presented.
            """)

    // MARK: Signals

    package static let prepareForPopoverPresentation = signal(
        "PrepareForPopoverPresentation",
        summary: "The popover is about to appear. Sent before the delegate gets its last chance to configure it.")
    package static let shouldDismiss = signal(
        "ShouldDismiss", summary: "The user tries to dismiss the popover. Sent before the delegate is asked.")
    package static let willDismiss = signal("WillDismiss", summary: "The user is dismissing the popover.")
    package static let didDismiss = signal("DidDismiss", summary: "The user has dismissed the popover.")
    package static let didAttemptToDismiss = signal(
        "DidAttemptToDismiss", summary: "The user tried to dismiss the popover, which was refused.")
    package static let willReposition: Signal<DBusRect, ViewReference> = signal(
        "WillReposition", "rect", "view",
        summary: "The window was resized. Sent with SourceRect and SourceView before the delegate can replace them.")
    package static let adaptivePresentationStyleForTraitCollection: Signal<String, String> = signal(
        "AdaptivePresentationStyleForTraitCollection", "horizontal", "vertical",
        summary: """
            The delegate is about to be asked for its AdaptivePresentationStyle in a window of these size classes. Not \
            sent without a delegate that implements this.
            """)
    package static let viewControllerForAdaptivePresentationStyle: Signal<String> = signal(
        "ViewControllerForAdaptivePresentationStyle", "style",
        summary: """
            The delegate is about to be asked for the view controller to present in this style. Not sent without a \
            delegate that implements this.
            """)
    package static let willPresentWithAdaptiveStyle: Signal<String> = signal(
        "WillPresentWithAdaptiveStyle", "style",
        summary: "The presentation is about to change to this style; none means a popover.")
    package static let chromeChanged: Signal<String, Bool> = signal(
        "ChromeChanged", "property", "animated",
        summary: """
            The look of a visible popover has changed: BackgroundColor, PopoverBackgroundViewClass, or the \
            PreferredContentSize of its content. If animated is true, front ends animate the change.
            """)

    // MARK: Scalars

    // Setters with scalar arguments, for clients such as dbus-send that cannot send structures or dictionaries of
    // variants. Each has the errors of its property.

    package static let setBarButtonItem: Method<(ObjectPath, UInt32, Options) -> Void> = method(
        "SetBarButtonItem", "view_controller", "item", "options",
        summary: "Sets BarButtonItem, with its errors, for clients that cannot send structures; / and 0 for none.")
    package static let setPopoverLayoutMargins: Method<(Double, Double, Double, Double, Options) -> Void> = method(
        "SetPopoverLayoutMargins", "top", "left", "bottom", "right", "options",
        summary: "Sets PopoverLayoutMargins, with its errors, for clients that cannot send structures.")
    package static let addPassthroughView: Method<(ObjectPath, UInt32, Options) -> Void> = method(
        "AddPassthroughView", "view_controller", "view", "options",
        summary: """
            Adds a view to PassthroughViews, for clients that cannot send structures; no effect if it is already \
            there. InvalidArgument for a view controller or a view that does not exist, LimitsExceeded for more than \
            256 views.
            """)
    package static let removePassthroughView: Method<(ObjectPath, UInt32, Options) -> Void> = method(
        "RemovePassthroughView", "view_controller", "view", "options",
        summary: "Removes a view from PassthroughViews. InvalidArgument for a view that is not in it.")
    package static let setDetents: Method<([String], Options) -> Void> = method(
        "SetDetents", "detents", "options",
        summary: """
            Sets Detents of AdaptiveSheetPresentationController and keeps its other keys. InvalidArgument unless they \
            are medium, large or both, and if SelectedDetent is not among them.
            """)
    package static let setSelectedDetent: Method<(String, Options) -> Void> = method(
        "SetSelectedDetent", "detent", "options",
        summary: """
            Sets SelectedDetent of AdaptiveSheetPresentationController and keeps its other keys. InvalidArgument \
            unless it is one of Detents or empty.
            """)
    package static let setPrefersGrabberVisible: Method<(Bool, Options) -> Void> = method(
        "SetPrefersGrabberVisible", "visible", "options",
        summary: "Sets PrefersGrabberVisible of AdaptiveSheetPresentationController and keeps its other keys.")
}
