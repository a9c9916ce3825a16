internal import DBusInterface

/// The keys of all view classes. A new key is a line here, in its classes, and its drawing in each front end.
package enum ViewKeys {
    // MARK: All classes
    package static let isHidden = ViewKey("Hidden", default: false)
    package static let identifier = ViewKey("Identifier", default: "")
    package static let isFocusable = ViewKey("Focusable", default: false, dependsOnClass: true)
    package static let isEnabled = ViewKey("Enabled", default: true)
    package static let backgroundColor = ViewKey("BackgroundColor", default: "", .colour)
    package static let tintColor = ViewKey("TintColor", default: "", .colour)
    package static let tooltip = ViewKey("Tooltip", default: "")
    package static let menu = ViewKey("Menu", default: [MenuItem](), .menu)
    package static let accessibilityLabel = ViewKey("AccessibilityLabel", default: "")
    package static let accessibilityRole = ViewKey(
        "AccessibilityRole", default: ViewAccessibility.automatic,
        .choice([ViewAccessibility.automatic] + ViewAccessibility.roles))
    package static let accessibilityValue = ViewKey("AccessibilityValue", default: "")
    package static let accessibilityHint = ViewKey("AccessibilityHint", default: "")
    package static let accessibilityState = ViewKey(
        "AccessibilityState", default: [String](), .words(ViewAccessibility.states))

    // MARK: Layout by content
    /// The distance to the next view of the stack; -1 for the `Spacing` of the stack.
    package static let spacingAfter = ViewKey("SpacingAfter", default: -1.0, .spacing)
    package static let huggingPriority = ViewKey(
        "HuggingPriority", default: UInt32(250), .priority, dependsOnClass: true)
    package static let compressionPriority = ViewKey("CompressionPriority", default: UInt32(750), .priority)
    package static let minimumSize = ViewKey("MinimumSize", default: DBusSize.zero, .size)
    /// A length of 0 stands for no limit.
    package static let maximumSize = ViewKey("MaximumSize", default: DBusSize.zero, .size)
    package static let layoutGuide = ViewKey("LayoutGuide", default: LayoutGuide.none)

    // MARK: Texts and images
    package static let text = ViewKey("Text", default: "")
    package static let textColor = ViewKey("TextColor", default: "", .colour)
    package static let alignment = ViewKey("Alignment", default: TextAlignment.natural)
    package static let textStyle = ViewKey("Style", default: TextStyle.body)
    package static let weight = ViewKey("Weight", default: FontWeight.regular)
    package static let link = ViewKey("Link", default: "", .link)
    package static let textAttributes = ViewKey("TextAttributes", default: [TextAttribute](), .textAttributes)
    /// The maximum number of lines; 0 for no limit.
    package static let lines = ViewKey("Lines", default: UInt32(1))
    package static let image = ViewKey("Image", default: "", .image)
    package static let pixels = ViewKey("Pixels", default: Pixels())
    package static let contentMode = ViewKey("ContentMode", default: ImageContentMode.scaleAspectFit)

    // MARK: Buttons and values
    package static let title = ViewKey("Title", default: "")
    package static let buttonStyle = ViewKey("Style", default: ButtonStyle.plain)
    package static let menuIsPrimary = ViewKey("MenuIsPrimary", default: false)
    package static let isOn = ViewKey("On", default: false)
    package static let value = ViewKey("Value", default: 0.0)
    package static let minimum = ViewKey("Minimum", default: 0.0)
    package static let maximum = ViewKey("Maximum", default: 1.0)
    package static let segments = ViewKey("Segments", default: [String]())
    package static let selectedSegment = ViewKey("SelectedSegment", default: Int32(-1))
    package static let progress = ViewKey("Progress", default: 0.0, .fraction)

    // MARK: Text input
    package static let placeholder = ViewKey("Placeholder", default: "")
    package static let isSecure = ViewKey("Secure", default: false)
    package static let contentType = ViewKey("ContentType", default: TextContentType.any)
    package static let returnKey = ViewKey("ReturnKey", default: ReturnKey.standard)
    package static let isEditable = ViewKey("Editable", default: false)
    /// Set by the daemon: for each client that typed, the newest of its revisions that the text includes (`S-192`).
    package static let textRevisions = ViewKey("TextRevisions", default: [String: UInt64]())

    // MARK: Tables and tab bars
    package static let rows = ViewKey("Rows", default: [TableRow](), .rows)
    package static let rowIDs = ViewKey("RowIDs", default: [String]())
    package static let sections = ViewKey("Sections", default: [TableSection]())
    package static let selectedRow = ViewKey("SelectedRow", default: Int32(-1))
    package static let rowHeight = ViewKey("RowHeight", default: 44.0, .positive)
    package static let rowMenu = ViewKey("RowMenu", default: [MenuItem](), .menu)
    package static let allowsDelete = ViewKey("AllowsDelete", default: false)
    package static let allowsMove = ViewKey("AllowsMove", default: false)
    package static let tableStyle = ViewKey("Style", default: TableStyle.plain)
    package static let emptyTitle = ViewKey("EmptyTitle", default: "")
    package static let emptyDetail = ViewKey("EmptyDetail", default: "")
    package static let emptyImage = ViewKey("EmptyImage", default: "", .image)
    package static let items = ViewKey("Items", default: [TabBarEntry](), .items)
    package static let selectedItem = ViewKey("SelectedItem", default: Int32(-1))

    // MARK: Containers and charts
    package static let axis = ViewKey("Axis", default: StackAxis.vertical)
    package static let distribution = ViewKey("Distribution", default: StackDistribution.fillEqually)
    package static let stackAlignment = ViewKey("Alignment", default: StackAlignment.fill)
    package static let spacing = ViewKey("Spacing", default: 0.0)
    package static let insets = ViewKey("Insets", default: DBusInsets.zero)
    package static let contentSize = ViewKey("ContentSize", default: DBusSize.zero)
    /// Whether the daemon sets the content size to what the subviews need.
    package static let fitsContent = ViewKey("FitsContent", default: false)
    package static let contentOffset = ViewKey("ContentOffset", default: DBusSize.zero)
    package static let contentInset = ViewKey("ContentInset", default: DBusInsets.zero)
    package static let insetAdjustment = ViewKey("ContentInsetAdjustmentBehavior", default: InsetAdjustment.automatic)
    /// Set by the daemon: the view's own inset and what bars cover (`V15`).
    package static let adjustedContentInset = ViewKey("AdjustedContentInset", default: DBusInsets.zero)
    package static let values = ViewKey("Values", default: [Double]())
    package static let series = ViewKey("Series", default: [ChartSeries](), .series)
    package static let unit = ViewKey("Unit", default: "")
    package static let axisLabels = ViewKey("AxisLabels", default: [String](), .atMost(ChartSeries.maximumLabels))
    package static let chartStyle = ViewKey("Style", default: ChartStyle.line)
    package static let chartMaximum = ViewKey("Maximum", default: 0.0)
}

/// The actions of all view classes.
package enum UserActions {
    package static let menuItemSelected = ViewAction<String>("menuItemSelected")
    /// The tap on a button.
    package static let buttonTriggered = ViewAction<Bool>(primaryActionTriggered)
    package static let editingDidBegin = ViewAction<String>("editingDidBegin")
    package static let editingChanged = ViewAction<String>("editingChanged")
    package static let editingDidEnd = ViewAction<String>("editingDidEnd")
    /// Return in a text field.
    package static let returnPressed = ViewAction<String>(primaryActionTriggered)
    package static let switchChanged = ViewAction<Bool>(valueChanged)
    package static let sliderChanged = ViewAction<Double>(valueChanged)
    package static let segmentChanged = ViewAction<Int32>(valueChanged)
    package static let selectRow = ViewAction<UInt32>("selectRow")
    package static let deleteRow = ViewAction<UInt32>("deleteRow")
    package static let moveRow = ViewAction<RowMove>("moveRow")
    package static let rowMenuItemSelected = ViewAction<RowMenuChoice>("rowMenuItemSelected")
    package static let selectItem = ViewAction<UInt32>("selectItem")
    package static let scrolled = ViewAction<DBusSize>("scrolled")

    /// The name of the action of buttons and text fields.
    package static let primaryActionTriggered = "primaryActionTriggered"
    /// The name of the action of switches, sliders and segmented controls.
    package static let valueChanged = "valueChanged"
}
