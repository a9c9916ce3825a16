package import DBusInterface

/// The popover in which a view controller is presented, on the view controller's own object.
package enum PopoverPresentationControllerInterface {
    package static let name = "org.tabd.Tabs1.PopoverPresentationController"

    /// ArrowDirection before and after a presentation.
    package static let unknownDirection = UInt64.max

    // MARK: Where it points

    package static let sourceView = Property<ViewReference>(
        "SourceView", writable: true,
        summary: """
            The view that has the anchor: its view controller, or the object of a tab bar with 0, and the view's id; \
            (/, 0) for none. InvalidArgument for a controller or a view that doesn't exist.
            """)
    package static let sourceRect = Property<DBusRect>(
        "SourceRect", writable: true,
        summary: """
            What to point at in SourceView, in its coordinates; by default the null rect (inf, inf, 0, 0): the whole \
            view, which is followed when it moves. InvalidArgument for other numbers that are not finite.
            """)
    package static let barButtonItem = Property<ViewReference>(
        "BarButtonItem", writable: true,
        summary: """
            The bar button item to point at: the view controller whose navigation item has it, and its id; (/, 0) for \
            none. It wins over SourceView.
            """)
    package static let permittedArrowDirections = Property<UInt64>(
        "PermittedArrowDirections", writable: true,
        summary: """
            Where the arrow may point, as a sum of 1 (up: the popover is below), 2 (down), 4 (left) and 8 (right), 15 \
            by default; 0 for a popover without arrow over its source. Others are taken when none of these is usable. \
            InvalidArgument for 18446744073709551615 (unknown).
            """)
    package static let popoverLayoutMargins = Property<DBusInsets>(
        "PopoverLayoutMargins", writable: true,
        summary: """
            How far it stays off the edges of the screen as the user sees them (DeviceOrientation), in points; 10 each \
            by default. The status bar is taken off as well.
            """)
    package static let canOverlapSourceViewRect = Property<Bool>(
        "CanOverlapSourceViewRect", writable: true,
        summary: "Whether it may cover what it points at when space is tight, false by default.")

    // MARK: What it looks like

    package static let backgroundColor = Property<String>(
        "BackgroundColor", writable: true,
        summary: "Its colour, empty for the standard one. InvalidArgument for what is not a colour.")
    package static let passthroughViews = Property<[ViewReference]>(
        "PassthroughViews", writable: true,
        summary: """
            The views that go on taking touches while it is shown, in the form of SourceView; at most 256. The other \
            buttons of BarButtonItem's bar do so anyhow.
            """)
    package static let popoverBackgroundViewClass = Property<String>(
        "PopoverBackgroundViewClass", writable: true,
        summary: """
            PLUGIN.NAME of the popover background that draws it, of a plugin's manifest; empty for the standard look. \
            By default what the manifest wishes for the controller's class. InvalidArgument for one that no plugin has.
            """)
    package static let wantsDefaultContentAppearance = Property<Bool>(
        "WantsDefaultContentAppearance",
        summary: "Whether its background wishes for an inner edge and a shadow around the content.")
    package static let arrowHeight = Property<Double>(
        "ArrowHeight",
        summary: "From the base of the arrow to its tip in points, as the background in use has it; 13 by default.")
    package static let arrowBase = Property<Double>(
        "ArrowBase", summary: "The width of the arrow's base in points, as the background in use has it; 26 by default."
    )
    package static let contentViewInsets = Property<DBusInsets>(
        "ContentViewInsets",
        summary: """
            From the edges of the background, without its arrow, to the content in points, as the background in use \
            has them; zero by default.
            """)
    package static let backgroundFillColor = Property<String>(
        "BackgroundFillColor",
        summary: """
            The colour of the background in use and its arrow, for front ends to draw where BackgroundColor is empty; \
            empty for the standard one.
            """)
    package static let backgroundBorderColor = Property<String>(
        "BackgroundBorderColor",
        summary: "The colour of the edge of the background in use, for front ends to draw; empty for the standard one.")
    package static let contentExtendsUnderArrow = Property<Bool>(
        "ContentExtendsUnderArrow", writable: true,
        summary: """
            Whether the content's view also has the strip of the arrow, as an inset of its SafeAreaInsets; false by \
            default: then it has ContentFrame.
            """)
    package static let adaptiveSheet = Property<[String: Variant]>(
        "AdaptiveSheetPresentationController", writable: true,
        summary: """
            What is wished of the sheet that it adapts to, for front ends to draw: Detents (as: medium, large), \
            SelectedDetent (s, one of them or empty) and PrefersGrabberVisible (b). InvalidArgs for other keys and \
            types, InvalidArgument for other values.
            """)

    // MARK: What it is

    package static let arrowDirection = Property<UInt64>(
        "ArrowDirection",
        summary: """
            Where the arrow points while it is shown: 1, 2, 4 or 8 as in PermittedArrowDirections, 0 without arrow; \
            18446744073709551615 (unknown) before, after, and while it is adapted.
            """)
    package static let frame = Property<DBusRect>(
        "Frame", summary: "The popover with its arrow, in the window; zero while it is not shown as one.")
    package static let contentFrame = Property<DBusRect>(
        "ContentFrame", summary: "Its content, in the window; zero while it is not shown as one.")
    package static let arrowOffset = Property<Double>(
        "ArrowOffset",
        summary: """
            From the middle of the popover to the middle of its arrow in points, negative to the left or to the top.
            """)
    package static let presented = Property<Bool>(
        "Presented", summary: "Whether it is presented, as a popover or adapted.")
    package static let adaptivePresentationStyle = Property<String>(
        "AdaptivePresentationStyle",
        summary: "What it is presented as in place of a popover, as in a compact window; none when it isn't.")
    package static let delegate = Property<ClientObject>(
        "Delegate", summary: "The unique name and the object of the delegate, empty and / for none.")

    // MARK: Verbs

    package static let setDelegate = Method<(ObjectPath, Options) -> Void>(
        "SetDelegate", "object", "options", options: DelegateOptions.all,
        summary: """
            Makes an object of the caller with org.tabd.Tabs1.PopoverPresentationControllerDelegate the delegate, until \
            the dismissal. InvalidArgument for /, an unknown method, or a Timeout outside of 1 to 10000.
            """)
    package static let clearDelegate = Method<(Options) -> Void>(
        "ClearDelegate", "options", summary: "Ends the delegate, whoever it is.")
    package static let setSourceView = Method<(ObjectPath, UInt32, Options) -> Void>(
        "SetSourceView", "view_controller", "view", "options",
        summary: """
            Writes SourceView, for clients that can't send structures, such as dbus-send; / and 0 for none. \
            InvalidArgument as for SourceView.
            """)
    package static let setSourceRect = Method<(Double, Double, Double, Double, Options) -> Void>(
        "SetSourceRect", "x", "y", "width", "height", "options",
        summary: """
            Writes SourceRect, for clients that can't send structures, such as dbus-send. InvalidArgument as for \
            SourceRect.
            """)
    package static let performEscape = Method<(Options) -> String>(
        "PerformEscape", "options", returns: "result",
        summary: """
            A user dismisses it, or what it is adapted to, as by a touch outside (the escape gesture, the Escape key); \
            the delegate is asked. The result is dismissed, refused, or none when it is not presented.
            """)

    // MARK: Signals

    package static let prepareForPopoverPresentation = Signal(
        "PrepareForPopoverPresentation",
        summary: "It is about to appear; sent before the delegate is asked to configure it for the last time.")
    package static let shouldDismiss = Signal(
        "ShouldDismiss", summary: "A user tries to dismiss it; sent before the delegate is asked.")
    package static let willDismiss = Signal("WillDismiss", summary: "A user dismisses it.")
    package static let didDismiss = Signal("DidDismiss", summary: "A user has dismissed it.")
    package static let didAttemptToDismiss = Signal(
        "DidAttemptToDismiss", summary: "A user was not allowed to dismiss it.")
    package static let willReposition = Signal<DBusRect, ViewReference>(
        "WillReposition", "rect", "view",
        summary: """
            Its window has another size; sent with SourceRect and SourceView before the delegate is asked for others.
            """)
    package static let adaptivePresentationStyleForTraitCollection = Signal<String, String>(
        "AdaptivePresentationStyleForTraitCollection", "horizontal", "vertical",
        summary: """
            The delegate is about to be asked for its AdaptivePresentationStyle in a window of these size classes. Not \
            sent without a delegate that is asked.
            """)
    package static let viewControllerForAdaptivePresentationStyle = Signal<String>(
        "ViewControllerForAdaptivePresentationStyle", "style",
        summary: """
            The delegate is about to be asked what is presented in this style. Not sent without a delegate that is \
            asked.
            """)
    package static let willPresentWithAdaptiveStyle = Signal<String>(
        "WillPresentWithAdaptiveStyle", "style",
        summary: "It is about to be presented in this style; none: as a popover again, or still.")
    package static let chromeChanged = Signal<String, Bool>(
        "ChromeChanged", "property", "animated",
        summary: """
            What it looks like has changed while it is shown: BackgroundColor, PopoverBackgroundViewClass, or the \
            PreferredContentSize of what it shows; animated tells front ends to animate that.
            """)

    package static let description = InterfaceDescription(
        name,
        summary: """
            The popover in which the view controller is presented, there while its ModalPresentationStyle is popover; \
            anew with defaults after each dismissal. While it is visible, gestures on what is outside of it in its \
            window (TapItem, TapRow, BeginEditing, MoveItem, EndEditing, SendAction, TapBarButtonItem, TapBack) are \
            touches outside: they do nothing but dismiss it, if ModalInPresentation and the delegate allow that. \
            TapItem and TapRow then return false. The others fail with InternalInconsistency. Only after this error \
            the state may differ; its message names the popover and says whether it was dismissed. PassthroughViews and \
            the other buttons of BarButtonItem's bar still act. Calls and writes of programs are not gestures.
            """,
        [
            sourceView, sourceRect, barButtonItem, permittedArrowDirections, arrowDirection, popoverLayoutMargins,
            backgroundColor, passthroughViews, popoverBackgroundViewClass, wantsDefaultContentAppearance, arrowHeight,
            arrowBase, contentViewInsets, backgroundFillColor, backgroundBorderColor, canOverlapSourceViewRect,
            contentExtendsUnderArrow, adaptiveSheet, frame, contentFrame, arrowOffset, presented,
            adaptivePresentationStyle, delegate, setDelegate, clearDelegate, setSourceView, setSourceRect,
            performEscape, prepareForPopoverPresentation, shouldDismiss, willDismiss, didDismiss, didAttemptToDismiss,
            willReposition, adaptivePresentationStyleForTraitCollection, viewControllerForAdaptivePresentationStyle,
            willPresentWithAdaptiveStyle, chromeChanged, setBarButtonItem, setPopoverLayoutMargins, addPassthroughView,
            removePassthroughView, setDetents, setSelectedDetent, setPrefersGrabberVisible,
        ])
}

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
