import DBusInterface

/// The view classes of the contract: an entry with another class, key or type is refused.
package enum ViewClasses {
    /// The keys that every class has. `Enabled` is true by default, the others empty or false.
    package static let commonKeys = [
        "Hidden": "b", "Identifier": "s", "Focusable": "b", "Enabled": "b", "BackgroundColor": "s", "TintColor": "s",
        "AccessibilityLabel": "s", "Tooltip": "s",
    ]

    /// In the order of the documentation.
    package static let all: [ViewClass] = [
        ViewClass("View"),
        ViewClass("Label", ["Text": "s", "TextColor": "s", "Alignment": "s", "Style": "s", "Lines": "u"]),
        ViewClass(
            "Button", ["Title": "s", "Image": "s", "Style": "s"], actions: ["primaryActionTriggered": "b"]),
        ViewClass("ImageView", ["Image": "s", "Pixels": "(uuay)", "ContentMode": "s"]),
        ViewClass(
            "TextField", ["Text": "s", "Placeholder": "s", "Secure": "b"],
            actions: ["editingChanged": "s", "editingDidEnd": "s"]),
        ViewClass("TextView", ["Text": "s", "Editable": "b"], actions: ["editingChanged": "s"]),
        ViewClass("Switch", ["On": "b"], actions: ["valueChanged": "b"]),
        ViewClass("Slider", ["Value": "d", "Minimum": "d", "Maximum": "d"], actions: ["valueChanged": "d"]),
        ViewClass(
            "SegmentedControl", ["Segments": "as", "SelectedSegment": "i"], actions: ["valueChanged": "i"]),
        ViewClass("ProgressView", ["Progress": "d"]),
        ViewClass(
            "TableView",
            ["Rows": "a\(TableRow.signature)", "SelectedRow": "i", "AllowsDelete": "b", "AllowsMove": "b"],
            actions: ["selectRow": "u", "deleteRow": "u", "moveRow": "(uu)"]),
        ViewClass("StackView", ["Axis": "s", "Spacing": "d", "Insets": DBusInsets.signature]),
        ViewClass(
            "ScrollView", ["ContentSize": DBusSize.signature, "ContentOffset": DBusSize.signature],
            actions: ["scrolled": DBusSize.signature]),
        ViewClass("Chart", ["Values": "ad", "Minimum": "d", "Maximum": "d", "Style": "s"]),
    ]

    /// The class of that name; nil when there is none.
    package static func viewClass(_ name: String) -> ViewClass? { byName[name] }

    private static let byName = Dictionary(
        all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}
