package import DBusInterface

/// The window and screen of a root tab bar or navigation controller, and its attached clients.
package enum WindowInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.Window"
    package static let summary = "The window and screen of a root controller, and its attached clients."

    private static let onlyOnRoots =
        "Setting it on a controller with a parent or presenter fails with HierarchyInconsistency."

    package enum AttachOption {
        package static let size = OptionKey<DBusSize>(
            "Size", "the available size of the front end in points, finite, above 0 and at most 16384")
        package static let readOnly = OptionKey<Bool>(
            "ReadOnly", "deny the caller's own commands and writes in this tree with AccessDenied, false by default")
        package static let visible = OptionKey<Bool>(
            "Visible", "whether this client shows the view in a window, true by default; false for a watcher")
        package static let colorScheme = OptionKey<String>(
            "ColorScheme", "the preference of the front end's user: noPreference, dark or light")
        package static let contrast = OptionKey<String>(
            "Contrast", "the contrast that the front end's user prefers: unspecified, normal or high")
        package static let tree = OptionKey<Bool>(
            "Tree",
            """
            return objects and views, true by default; false returns both empty, for an attached client that \
            already knows the tree and only changes its options
            """)
        package static let statusBarHeight = OptionKey<Double>(
            "StatusBarHeight", "the height of the front end's status bar in points, instead of the one that was set")
        package static let barHeight = OptionKey<Double>(
            "BarHeight", "the height of the tab bar in points, or its width at a side; above 0 and at most 16384")
        package static let barSide = OptionKey<String>(
            "BarSide", "the side of the tab bar: bottom, top, leading or trailing; only top in profile tv")
        package static let barSlots = OptionKey<UInt32>(
            "BarSlots", "the number of items that the tab bar fits, 2 to 64, including More; not in profile tv")
        package static let locale = OptionKey<String>(
            "Locale",
            "the locale of the front end's user, such as de, de_AT.UTF-8 or de-AT, instead of the daemon's")
        package static let layoutDirection = OptionKey<String>(
            "LayoutDirection", "leftToRight or rightToLeft, instead of the direction of the locale")
        package static let rowChanges = OptionKey<Bool>(
            "RowChanges",
            "send ViewController.RowsChanged instead of ViewChanged when only rows of a table changed, false by default"
        )
        package static let textScale = OptionKey<Double>(
            "TextScale", "how much larger than usual the front end draws texts, as its user prefers; 0.5 to 4")
        package static let textStyles = OptionKey<[String: TextStyleMetrics]>(
            "TextStyles",
            """
            the height of a line and the width of an average character in points, as the front end draws the texts of \
            these styles of labels; they include TextScale. Above 0 and at most 512
            """)
        package static let textAdvances = OptionKey<[String: [Double]]>(
            "TextAdvances",
            """
            for each style of labels 97 widths in points, as the front end draws them: of the characters from U+0020 to \
            U+007E, then the average of other letters, then the average of wide characters. 0 to 512
            """)
        package static let controlMetrics = OptionKey<[String: ControlMetrics]>(
            "ControlMetrics",
            """
            how large the front end draws the controls of each class, in points. The classes are \
            \(ControlMetricsTable.classes.map(\.rawValue).joined(separator: ", ")). 0 to 512
            """)
        package static let all: [any DeclaredOption] = [
            size, readOnly, visible, colorScheme, tree, statusBarHeight, barHeight, barSide, barSlots, locale,
            layoutDirection, rowChanges, contrast, textScale, textStyles, textAdvances, controlMetrics,
        ]
    }

    package static let size: Property<DBusSize> = property(
        "Size", writable: true,
        summary: """
            The size of the window in points, as SizePolicy chooses it: by default the smallest width and height of \
            all attached clients that gave a size, and PreferredSize without one. Setting it sets PreferredSize; the \
            policy may keep another size in force. InvalidArgument unless finite, above 0 and at most 16384. \
            \(onlyOnRoots)
            """)
    package static let preferredSize: Property<DBusSize> = property(
        "PreferredSize", writable: true,
        summary: """
            The size that was set, or the profile's, in points. It is in force without an attached client that gave a \
            size, and always with the SizePolicy fixed. InvalidArgument unless finite, above 0 and at most 16384. \
            \(onlyOnRoots)
            """)
    package static let sizePolicy: Property<String> = property(
        "SizePolicy", writable: true,
        summary: """
            How Size follows the sizes that attached clients gave: smallest (default) and largest take the width and \
            the height each; latest takes the size that was given to Attach or set last; fixed always takes \
            PreferredSize. It survives a restart of the daemon. \(onlyOnRoots)
            """)
    package static let setSize: Method<(Double, Double, Options) -> Void> = method(
        "SetSize", "width", "height", "options",
        summary: "Sets PreferredSize, with its errors, for clients that cannot send structures.")
    package static let statusBarHeight: Property<Double> = property(
        "StatusBarHeight", writable: true,
        summary: """
            The height of the status bar in points, 20 by default, 0 in profile tv. The height of the client that \
            attached last with one takes precedence over the value that was set. \(onlyOnRoots)
            """)
    package static let keyboardHeight: Property<Double> = property(
        "KeyboardHeight", writable: true,
        summary: "The height of the keyboard above the bottom edge in points, 0 by default. \(onlyOnRoots)")
    package static let bottomSafeAreaInset: Property<Double> = property(
        "BottomSafeAreaInset", writable: true,
        summary: "The bottom inset of the screen itself in points, 0 by default. \(onlyOnRoots)")
    package static let interfaceOrientation: Property<String> = property(
        "InterfaceOrientation", writable: true,
        summary: """
            The orientation of the content: portrait (default), portraitUpsideDown, landscapeLeft or landscapeRight. \
            \(onlyOnRoots)
            """)
    package static let deviceOrientation: Property<String> = property(
        "DeviceOrientation", writable: true,
        summary: """
            The orientation of the device: portrait (default), portraitUpsideDown, landscapeLeft or landscapeRight. \
            \(onlyOnRoots)
            """)
    package static let horizontalSizeClass: Property<String> = property(
        "HorizontalSizeClass",
        summary: "The horizontal size class, compact or regular; it depends on the profile and Size.")
    package static let verticalSizeClass: Property<String> = property(
        "VerticalSizeClass",
        summary: "The vertical size class, compact or regular; it depends on the profile and Size.")
    package static let colorScheme: Property<String> = property(
        "ColorScheme", writable: true,
        summary: """
            The user's colour preference, as in the desktop's color-scheme setting: noPreference (default), dark or \
            light. The preference of the client that attached last with one takes precedence over the value that was \
            set. If the result is noPreference, the preference of the settings portal applies, while it is known. \
            \(onlyOnRoots)
            """)
    package static let contrast: Property<String> = property(
        "Contrast", writable: true,
        summary: """
            The contrast of colours that the user prefers: unspecified (default), normal or high. It is chosen as \
            ColorScheme is: by the client that attached last with one, else by the value that was set. If the result \
            is unspecified, the settings portal decides, while its value is known. \(onlyOnRoots)
            """)
    package static let locale: Property<String> = property(
        "Locale",
        summary: """
            The locale of the texts that the daemon shows in this tree, such as More, Back and the titles of system \
            items: that of the client that attached last with the option Locale or LayoutDirection, else LC_MESSAGES of \
            the daemon. In POSIX's form without an encoding; C for none, which is English. A text without a \
            translation is English.
            """)
    package static let layoutDirection: Property<String> = property(
        "LayoutDirection",
        summary: """
            The direction of bars, leftToRight or rightToLeft, which follows from Locale unless the client of the \
            locale gave one. From right to left, the items of the tab bar, the buttons of navigation bars and toolbars, \
            the back button and a bar at the leading or trailing side are mirrored. Views keep their frames.
            """)
    package static let textScale: Property<Double> = property(
        "TextScale",
        summary: """
            How much larger than usual texts are: the largest value that an attached client gave, 1 without one.
            """)
    package static let textStyles: Property<[String: TextStyleMetrics]> = property(
        "TextStyles",
        summary: """
            The height of a line and the width of an average character in points, for each style of labels. Other texts \
            have the style body. The largest values of all attached clients that gave TextStyles or TextScale count; \
            for a style that a client did not give, its values are the usual ones times its TextScale. The usual ones are in the \
            reply of GetViewClasses.
            """)
    package static let textAdvances: Property<[String: [Double]]> = property(
        "TextAdvances",
        summary: """
            The widths of characters in points, in the form of the option of Attach: the largest that the attached clients \
            gave, for the styles that one of them gave. The widths of texts of other styles, and those of clients that gave \
            TextStyles or TextScale only, are estimated from the average advance.
            """)
    package static let controlMetrics: Property<[String: ControlMetrics]> = property(
        "ControlMetrics",
        summary: """
            The sizes of controls in points: the largest that the attached clients gave, for the classes that one of them \
            gave. The padding is that of both sides together. The metrics of a SegmentedControl are those of a segment, and \
            those of a TableView are those of a row. For other classes, the usual ones count; they are in the reply of \
            GetViewClasses.
            """)
    package static let alwaysVisible: Property<Bool> = property(
        "AlwaysVisible", writable: true,
        summary: "Whether the view is in a window even without an attached front end, false by default. \(onlyOnRoots)")
    package static let visible: Property<Bool> = property("Visible", summary: "Whether the view is in a window.")
    package static let attachedClients: Property<[String]> = property(
        "AttachedClients", summary: "The unique names of the attached clients, including watchers.")

    package static let attach:
        Method<
            (Options) -> ([ObjectPath: [String: [String: Variant]]], [ObjectPath: ViewSnapshot])
        > = method(
            "Attach", "options", returns: "objects", "views", options: AttachOption.all,
            summary: """
                Makes the caller a front end of this tree until it detaches or leaves the bus. Returns every object of the \
                tree with its properties, and the loaded views of all visible view controllers; later changes arrive as \
                ViewChanged. A second call replaces the options, and keeps the caller's place among the clients. The bar \
                and the status bar have the values of the client that attached last and gave them, until it detaches; \
                otherwise those of the creation.

                Errors:
                - HierarchyInconsistency: the controller has a parent or a presenter
                - InvalidArgument: a value of an option is not one of those below, or out of its bounds
                - NotSupported: an option of the bar on a navigation controller; in profile tv, BarSlots, and a BarSide \
                other than top
                """)
    package static let detach: Method<(Options) -> Void> = method(
        "Detach", "options",
        summary: "Ends the attachment of the caller. InvalidArgument if the caller is not attached.")
    package static let tapAt: Method<(Double, Double, Options) -> String> = method(
        "TapAt", "x", "y", "options", returns: "consumed_by",
        summary: """
            Taps a point of the window, in points from the top left, as a gesture of the user, and returns the result. The \
            reply does not wait for the owner of a control.

            Results:
            - handled: the daemon acted on a tab, a bar button item, the back button, a Button, a Switch, a \
            SegmentedControl, an enabled item of a TabBar, or an enabled row of a TableView that shows all its rows
            - content: the front end must act; the point is on another view, such as a text field, a slider or a longer \
            table, or on a bar's background
            - popover: the point is in a popover; the daemon acts on the same targets as for handled
            - passthrough: the point is on a view that still receives touches around a popover; the daemon acts on the same \
            targets as for handled
            - dismissed: the touch dismissed a popover or an action sheet
            - refused: a delegate, ModalInPresentation or an alert refused the touch, or the tab or bar button item is \
            disabled
            - none: the point is outside of the window
            """)
}
