package import DBusInterface

/// The view classes of the contract. An entry with any other class, key, type or value is rejected.
package enum ViewClasses {
    /// The keys of every class. A class may override the default.
    package static let commonKeys = descriptions([
        ViewKeys.isHidden, ViewKeys.identifier, ViewKeys.isFocusable, ViewKeys.isEnabled, ViewKeys.backgroundColor,
        ViewKeys.tintColor, ViewKeys.tooltip, ViewKeys.menu, ViewKeys.accessibilityLabel, ViewKeys.accessibilityRole,
        ViewKeys.accessibilityValue, ViewKeys.accessibilityHint, ViewKeys.accessibilityState, ViewKeys.spacingAfter,
        ViewKeys.huggingPriority, ViewKeys.compressionPriority, ViewKeys.minimumSize, ViewKeys.maximumSize,
        ViewKeys.layoutGuide,
    ])

    /// The actions of every class.
    package static let commonActions = types([UserActions.menuItemSelected])

    /// The keys of views whose content scrolls.
    private static let insets: [any DeclaredViewKey] = [
        ViewKeys.contentInset, ViewKeys.insetAdjustment, ViewKeys.adjustedContentInset,
    ]

    /// The key of controls that get the focus.
    private static let focus = ViewKeys.isFocusable.defaulting(to: true)

    /// In the order of the documentation.
    package static let all: [ViewClass] = [
        ViewClass(.view),
        ViewClass(
            .label,
            [
                ViewKeys.text, ViewKeys.textColor, ViewKeys.alignment, ViewKeys.textStyle, ViewKeys.lines,
                ViewKeys.weight, ViewKeys.link, ViewKeys.textAttributes,
            ],
            accessibility: ViewAccessibility(
                role: "staticText", roleOfStyle: ["largeTitle": "header", "title": "header", "headline": "header"],
                roleOfText: [ViewKeys.link.name: "link"], labelKey: ViewKeys.text.name)
        ) { $1.label($0, in: $2) },
        ViewClass(
            .button, [ViewKeys.title, ViewKeys.image, ViewKeys.buttonStyle, ViewKeys.menuIsPrimary, focus],
            actions: [UserActions.buttonTriggered],
            accessibility: ViewAccessibility(
                role: "button", roleOfFlag: [ViewKeys.menuIsPrimary.name: "menuButton"],
                labelKey: ViewKeys.title.name)
        ) { view, fitting, _ in fitting.button(view) },
        ViewClass(
            .imageView, [ViewKeys.image, ViewKeys.pixels, ViewKeys.contentMode],
            accessibility: ViewAccessibility(role: "image")
        ) { view, fitting, _ in fitting.image(view) },
        ViewClass(
            .textField,
            [
                ViewKeys.text, ViewKeys.placeholder, ViewKeys.isSecure, ViewKeys.contentType, ViewKeys.returnKey,
                ViewKeys.textRevisions, focus,
            ],
            actions: [
                UserActions.editingDidBegin, UserActions.editingChanged, UserActions.editingDidEnd,
                UserActions.returnPressed,
            ],
            optionalActions: [UserActions.editingDidBegin, UserActions.returnPressed],
            accessibility: ViewAccessibility(
                role: "textField", labelKey: ViewKeys.placeholder.name, valueKey: ViewKeys.text.name)
        ) { view, fitting, _ in fitting.textField(view) },
        ViewClass(
            .textView,
            [
                ViewKeys.text, ViewKeys.isEditable, ViewKeys.textRevisions,
                ViewKeys.isFocusable.defaulting(to: ViewKeys.isEditable),
            ] + insets,
            actions: [UserActions.editingDidBegin, UserActions.editingChanged, UserActions.editingDidEnd],
            optionalActions: [UserActions.editingDidBegin, UserActions.editingDidEnd],
            accessibility: ViewAccessibility(role: "textView", valueKey: ViewKeys.text.name)
        ) { $1.textView($0, in: $2) },
        ViewClass(
            .switchControl, [ViewKeys.isOn, ViewKeys.huggingPriority.defaulting(to: 750), focus],
            actions: [UserActions.switchChanged],
            accessibility: ViewAccessibility(role: "switch", stateOfFlag: [ViewKeys.isOn.name: "checked"])
        ) { _, fitting, _ in fitting.control(.switchControl) },
        ViewClass(
            .slider, [ViewKeys.value, ViewKeys.minimum, ViewKeys.maximum, focus],
            actions: [UserActions.sliderChanged],
            accessibility: ViewAccessibility(role: "slider", valueKey: ViewKeys.value.name)
        ) { _, fitting, _ in fitting.control(.slider) },
        ViewClass(
            .segmentedControl, [ViewKeys.segments, ViewKeys.selectedSegment, focus],
            actions: [UserActions.segmentChanged],
            accessibility: ViewAccessibility(
                role: "segmentedControl", valueKey: ViewKeys.selectedSegment.name,
                valueListKey: ViewKeys.segments.name)
        ) { view, fitting, _ in fitting.segmentedControl(view) },
        ViewClass(
            .progressView, [ViewKeys.progress],
            accessibility: ViewAccessibility(role: "progressIndicator", valueKey: ViewKeys.progress.name)
        ) { _, fitting, _ in fitting.control(.progressView) },
        ViewClass(
            .tableView,
            [
                ViewKeys.rows, ViewKeys.rowIDs, ViewKeys.sections, ViewKeys.selectedRow, ViewKeys.rowHeight,
                ViewKeys.rowMenu, ViewKeys.allowsDelete, ViewKeys.allowsMove, ViewKeys.tableStyle,
                ViewKeys.emptyTitle, ViewKeys.emptyDetail, ViewKeys.emptyImage, focus,
            ] + insets,
            actions: [
                UserActions.selectRow, UserActions.deleteRow, UserActions.moveRow, UserActions.rowMenuItemSelected,
            ],
            accessibility: ViewAccessibility(role: "list")
        ) { $1.table($0, in: $2) },
        ViewClass(
            .tabBar, [ViewKeys.items, ViewKeys.selectedItem, focus], actions: [UserActions.selectItem],
            accessibility: ViewAccessibility(role: "tabBar")
        ) { _, fitting, room in fitting.tabBar(in: room) },
        ViewClass(
            .stackView,
            [
                ViewKeys.axis, ViewKeys.distribution, ViewKeys.stackAlignment, ViewKeys.spacing, ViewKeys.insets,
            ]),
        ViewClass(
            .scrollView, [ViewKeys.contentSize, ViewKeys.contentOffset, ViewKeys.fitsContent] + insets,
            actions: [UserActions.scrolled],
            accessibility: ViewAccessibility(role: "scrollView")
        ) { view, _, _ in view[ViewKeys.contentSize] },
        ViewClass(
            .chart,
            [
                ViewKeys.values, ViewKeys.series, ViewKeys.minimum, ViewKeys.chartMaximum, ViewKeys.chartStyle,
                ViewKeys.unit, ViewKeys.axisLabels,
            ],
            accessibility: ViewAccessibility(role: "chart")),
    ]

    /// Returns the class with a name; nil for an unknown name.
    package static func viewClass(_ name: String) -> ViewClass? { byName[name] }

    private static let byName = Dictionary(
        all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    fileprivate static func descriptions(_ keys: [any DeclaredViewKey]) -> [String: ViewKeyDescription] {
        Dictionary(keys.map { ($0.description.name, $0.description) }, uniquingKeysWith: { first, _ in first })
    }

    fileprivate static func types(_ actions: [any DeclaredViewAction]) -> [String: TypeDescription] {
        Dictionary(actions.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
    }
}

/// The declaration of a view class: its keys, its actions, what assistive technology gets, and its natural size.
package struct ViewClass: Sendable {
    /// Returns the size that a view needs for its content, in a space that may be infinite.
    typealias NaturalSize = @Sendable (ViewEntry, ViewFitting, DBusSize) -> DBusSize

    package let kind: ViewKind
    /// The keys by name, including the common keys.
    package let keys: [String: ViewKeyDescription]
    /// The D-Bus signature of each action's value.
    package let actions: [String: String]
    /// The type of each action's value.
    package let actionTypes: [String: TypeDescription]
    /// The actions that an owner need not support: no error results if it does not (`S-190`).
    package let optionalActions: Set<String>
    package let accessibility: ViewAccessibility
    let naturalSize: NaturalSize

    package var name: String { kind.rawValue }

    /// - Parameter naturalSize: The whole space without it, because the content of the view is not known here.
    init(
        _ kind: ViewKind, _ keys: [any DeclaredViewKey] = [], actions: [any DeclaredViewAction] = [],
        optionalActions: [any DeclaredViewAction] = [],
        accessibility: ViewAccessibility = ViewAccessibility(role: "none"),
        naturalSize: @escaping NaturalSize = { $1.all(of: $2) }
    ) {
        self.kind = kind
        self.accessibility = accessibility
        self.keys = ViewClasses.descriptions(keys).merging(ViewClasses.commonKeys) { own, _ in own }
        actionTypes = ViewClasses.types(actions).merging(ViewClasses.commonActions) { own, _ in own }
        self.actions = actionTypes.mapValues(\.signature)
        self.optionalActions = Set(optionalActions.map(\.name))
        self.naturalSize = naturalSize
    }
}
