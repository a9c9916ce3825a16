package import DBusInterface

/// The view classes of the contract. An entry with any other class, key, type or value is rejected.
package enum ViewClasses {
    /// The keys of every class. A class may override the default.
    package static let commonKeys: [String: ViewKey] = [
        "Hidden": .flag(), "Identifier": .text(), "Focusable": .flag(), "Enabled": .flag(true),
        "BackgroundColor": .colour(), "TintColor": .colour(), "AccessibilityLabel": .text(), "Tooltip": .text(),
        "AccessibilityRole": .choice(from: [ViewAccessibility.automatic] + ViewAccessibility.roles),
        "AccessibilityValue": .text(), "AccessibilityHint": .text(),
        "AccessibilityState": .words(ViewAccessibility.states), "Menu": .menu(),
    ]

    /// The actions of every class.
    package static let commonActions: [String: TypeDescription] = ["menuItemSelected": "s"]

    /// The key of text fields and text views that the daemon sets: for each client that typed, the newest of its
    /// revisions that the text includes (`S-192`).
    package static let textRevisions = "TextRevisions"

    /// The key of views that scroll that the daemon sets: their own inset and what bars cover (`V15`).
    package static let adjustedContentInset = "AdjustedContentInset"

    /// The keys of views whose content scrolls.
    private static let insetKeys: [String: ViewKey] = [
        "ContentInset": .value(DBusInsets.zero),
        "ContentInsetAdjustmentBehavior": .choice("automatic", "scrollableAxes", "never", "always"),
        adjustedContentInset: .value(DBusInsets.zero),
    ]

    /// In the order of the documentation.
    package static let all: [ViewClass] = [
        ViewClass("View"),
        ViewClass(
            "Label",
            [
                "Text": .text(), "TextColor": .colour(), "Alignment": .choice("natural", "left", "center", "right"),
                "Style": .choice(from: TextMetrics.styles),
                "Lines": .count(1),
            ],
            accessibility: ViewAccessibility(
                role: "staticText", roleOfStyle: ["largeTitle": "header", "title": "header", "headline": "header"],
                labelKey: "Text")),
        ViewClass(
            "Button",
            [
                "Title": .text(), "Image": .image(), "Style": .choice("plain", "filled", "destructive"),
                "MenuIsPrimary": .flag(),
                "Focusable": .flag(true),
            ],
            actions: ["primaryActionTriggered": "b"],
            accessibility: ViewAccessibility(
                role: "button", roleOfFlag: ["MenuIsPrimary": "menuButton"], labelKey: "Title")),
        ViewClass(
            "ImageView",
            [
                "Image": .image(), "Pixels": .value(Pixels(), .any),
                "ContentMode": .choice("scaleAspectFit", "scaleToFill", "center"),
            ], accessibility: ViewAccessibility(role: "image")),
        ViewClass(
            "TextField",
            [
                "Text": .text(), "Placeholder": .text(), "Secure": .flag(), "Focusable": .flag(true),
                "ContentType": .choice(
                    "", "username", "password", "newPassword", "oneTimeCode", "name", "number", "decimal", "telephone",
                    "email", "URL", "search"),
                "ReturnKey": .choice("default", "continue", "done", "go", "join", "next", "search", "send"),
                textRevisions: .value([String: UInt64](), .any),
            ],
            actions: [
                "editingDidBegin": "s", "editingChanged": "s", "editingDidEnd": "s", "primaryActionTriggered": "s",
            ],
            optionalActions: ["editingDidBegin", "primaryActionTriggered"],
            accessibility: ViewAccessibility(role: "textField", labelKey: "Placeholder", valueKey: "Text")),
        ViewClass(
            "TextView",
            [
                "Text": .text(), "Editable": .flag(), "Focusable": .flag(as: "Editable"),
                textRevisions: .value([String: UInt64](), .any),
            ].merging(insetKeys) { own, _ in own },
            actions: ["editingDidBegin": "s", "editingChanged": "s", "editingDidEnd": "s"],
            optionalActions: ["editingDidBegin", "editingDidEnd"],
            accessibility: ViewAccessibility(role: "textView", valueKey: "Text")),
        ViewClass(
            "Switch", ["On": .flag(), "Focusable": .flag(true)], actions: ["valueChanged": "b"],
            accessibility: ViewAccessibility(role: "switch", stateOfFlag: ["On": "checked"])),
        ViewClass(
            "Slider",
            ["Value": .number(), "Minimum": .number(), "Maximum": .number(1), "Focusable": .flag(true)],
            actions: ["valueChanged": "d"], accessibility: ViewAccessibility(role: "slider", valueKey: "Value")),
        ViewClass(
            "SegmentedControl",
            ["Segments": .value([String](), .any), "SelectedSegment": .index(), "Focusable": .flag(true)],
            actions: ["valueChanged": "i"],
            accessibility: ViewAccessibility(
                role: "segmentedControl", valueKey: "SelectedSegment", valueListKey: "Segments")),
        ViewClass(
            "ProgressView", ["Progress": .number(0, .fraction)],
            accessibility: ViewAccessibility(role: "progressIndicator", valueKey: "Progress")),
        ViewClass(
            "TableView",
            [
                "Rows": .value([TableRow](), .rows), "SelectedRow": .index(), "AllowsDelete": .flag(),
                "AllowsMove": .flag(), "RowMenu": .menu(), "RowHeight": .number(44, .positive),
                "Focusable": .flag(true), "Sections": .value([TableSection](), .any),
                "RowIDs": .value([String](), .any),
            ].merging(insetKeys) { own, _ in own },
            actions: [
                "selectRow": "u", "deleteRow": "u", "moveRow": RowMove.typeDescription,
                "rowMenuItemSelected": RowMenuChoice.typeDescription,
            ],
            accessibility: ViewAccessibility(role: "list")),
        ViewClass(
            "TabBar",
            ["Items": .value([TabBarEntry](), .items), "SelectedItem": .index(), "Focusable": .flag(true)],
            actions: ["selectItem": "u"], accessibility: ViewAccessibility(role: "tabBar")),
        ViewClass(
            "StackView",
            ["Axis": .choice("vertical", "horizontal"), "Spacing": .number(), "Insets": .value(DBusInsets.zero)]),
        ViewClass(
            "ScrollView",
            ["ContentSize": .value(DBusSize.zero), "ContentOffset": .value(DBusSize.zero)]
                .merging(insetKeys) { own, _ in own },
            actions: ["scrolled": DBusSize.typeDescription], accessibility: ViewAccessibility(role: "scrollView")),
        ViewClass(
            "Chart",
            [
                "Values": .value([Double]()), "Minimum": .number(), "Maximum": .number(),
                "Style": .choice("line", "bar"),
            ], accessibility: ViewAccessibility(role: "chart")),
    ]

    /// Returns the class with a name; nil for an unknown name.
    package static func viewClass(_ name: String) -> ViewClass? { byName[name] }

    private static let byName = Dictionary(
        all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}

/// The property keys and the actions of a view class.
package struct ViewClass: Hashable, Sendable {
    package let name: String
    /// The keys by name, including the common keys.
    package let keys: [String: ViewKey]
    /// The D-Bus signature of each action's value.
    package let actions: [String: String]
    /// The type of each action's value.
    package let actionTypes: [String: TypeDescription]
    /// The actions that an owner need not support: no error results if it does not (`S-190`).
    package let optionalActions: Set<String>
    package let accessibility: ViewAccessibility

    init(
        _ name: String, _ keys: [String: ViewKey] = [:], actions: [String: TypeDescription] = [:],
        optionalActions: Set<String> = [], accessibility: ViewAccessibility = ViewAccessibility(role: "none")
    ) {
        self.name = name
        self.accessibility = accessibility
        self.keys = keys.merging(ViewClasses.commonKeys) { own, _ in own }
        actionTypes = actions.merging(ViewClasses.commonActions) { own, _ in own }
        self.actions = actionTypes.mapValues(\.signature)
        self.optionalActions = optionalActions
    }
}
