import TabPlugin

/// A form for a new alarm: a time, a label and days.
///
/// Scripts and experienced users can enter everything in the field `Time` (`07:30 Mon-Fri Wake up`). Days and a label
/// in this field take precedence over the other controls.
final class AlarmForm: View {
    /// The accepted formats, for error messages.
    static let expected = "expected 07:30, 07:30:15 or '07:30 Mon-Fri Label'"
    private static let spacing = 8.0

    private static let repeats: [(title: String, days: Weekdays)] = [
        ("Once", []), ("Daily", .daily), ("Mon-Fri", .workdays), ("Sat-Sun", .weekend),
    ]

    /// The code to run when the user adds an alarm.
    var didAdd: (@PluginActor (AlarmSpec) -> Void)?
    /// The code to run with an error message; the message is empty after the input was corrected.
    var didFail: (@PluginActor (String) -> Void)?

    private let timeField = TextField()
    private let labelField = TextField()
    private let addButton = Button(title: "Add")
    private let repeatControl = SegmentedControl()
    private let daysLabel = Label()
    private let dayButtons = Weekdays.names.map { Button(title: $0) }
    private var days: Weekdays = [] { didSet { showDays() } }

    init() {
        super.init()
        timeField.identifier = "Time"
        timeField.placeholder = "07:30"
        timeField.accessibilityLabel = "Time"
        timeField.addAction(for: .editingDidEnd) { [weak self] in self?.check() }
        labelField.identifier = "Label"
        labelField.placeholder = "Wake up"
        labelField.accessibilityLabel = "Label"
        addButton.identifier = "Add"
        addButton.style = .filled
        addButton.accessibilityLabel = "Add the alarm"
        addButton.primaryAction = { [weak self] in self?.add() }
        repeatControl.identifier = "Repeat"
        repeatControl.accessibilityLabel = "Repeat"
        repeatControl.segments = Self.repeats.map(\.title)
        repeatControl.addAction(for: .valueChanged) { [weak self] in self?.choose() }
        daysLabel.identifier = "Days"
        daysLabel.alignment = .center
        daysLabel.numberOfLines = 2
        for (day, button) in dayButtons.enumerated() {
            button.identifier = Weekdays.names[day]
            button.primaryAction = { [weak self] in self?.days.formSymmetricDifference(Weekdays(day: day)) }
        }
        for subview in [timeField, labelField, addButton, repeatControl, daysLabel] + dayButtons { addSubview(subview) }
        showDays()
    }

    override func sizeThatFits(_ size: Size) -> Size {
        let grid = Grid(self, width: size.width)
        return Size(width: size.width, height: Double(grid.rowCount) * (grid.rowHeight + Self.spacing) - Self.spacing)
    }

    override func layoutSubviews() {
        let grid = Grid(self, width: bounds.width)
        func column(_ index: Int, of count: Int, row: Int, span: Int = 1) -> Rect {
            let width = (bounds.width + Self.spacing) / Double(count)
            return Rect(
                x: Double(index) * width, y: Double(row) * (grid.rowHeight + Self.spacing),
                width: max(width * Double(span) - Self.spacing, 0), height: grid.rowHeight)
        }
        timeField.frame = column(0, of: 8, row: 0, span: 3)
        labelField.frame = column(3, of: 8, row: 0, span: 3)
        addButton.frame = column(6, of: 8, row: 0, span: 2)
        if grid.isLarge {
            repeatControl.frame = column(0, of: 1, row: 1)
            daysLabel.frame = column(0, of: 1, row: 2)
        } else {
            repeatControl.frame = column(0, of: 8, row: 1, span: 6)
            daysLabel.frame = column(6, of: 8, row: 1, span: 2)
        }
        let firstRow = grid.isLarge ? 3 : 2
        for (day, button) in dayButtons.enumerated() {
            button.frame = column(day % grid.dayColumns, of: grid.dayColumns, row: firstRow + day / grid.dayColumns)
        }
    }

    /// The rows of the form in a width. Large texts take more of them.
    @PluginActor
    private struct Grid {
        let rowHeight: Double
        /// Whether the text of the days has a row of its own.
        let isLarge: Bool
        let dayColumns: Int

        var rowCount: Int { (isLarge ? 3 : 2) + (dayButtons + dayColumns - 1) / dayColumns }
        private let dayButtons: Int

        init(_ form: AlarmForm, width: Double) {
            let room = Size(width: .infinity, height: .infinity)
            let days = form.dayButtons.map { $0.sizeThatFits(room) }
            dayButtons = days.count
            rowHeight = max(days.map(\.height).max() ?? 0, 40)
            isLarge = (days.map(\.width).max() ?? 0) > width / 5
            // The button needs less than the estimate.
            let needed = (days.map(\.width).max() ?? 0) * 0.7
            dayColumns = [7, 4, 3].first { needed <= (width + spacing) / Double($0) - spacing } ?? 2
        }
    }

    /// Clears the form.
    func clear() {
        timeField.text = ""
        labelField.text = ""
        days = []
    }

    /// Returns the alarm in the form. Reports an error and returns nil if the time is invalid.
    private func spec() -> AlarmSpec? {
        guard var spec = AlarmSpec(timeField.text) else {
            didFail?("'\(shortened(timeField.text, to: 40))' is not an alarm; " + Self.expected)
            return nil
        }
        if spec.weekdays.isEmpty { spec.weekdays = days }
        return spec.label.isEmpty
            ? AlarmSpec(second: spec.second, weekdays: spec.weekdays, label: Self.oneLine(labelField.text)) : spec
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func check() {
        // An empty field is not an error.
        if timeField.text.isEmpty || spec() != nil { didFail?("") }
    }

    private func add() { if let spec = spec() { didAdd?(spec) } }

    private func choose() {
        guard let index = repeatControl.selectedSegmentIndex else { return showDays() }
        days = Self.repeats[index].days
    }

    private func showDays() {
        repeatControl.selectedSegmentIndex = Self.repeats.firstIndex { $0.days == days }
        daysLabel.text = days.text
        for (day, button) in dayButtons.enumerated() {
            button.style = days.contains(day: day) ? .filled : .plain
            button.accessibilityLabel = Weekdays.fullNames[day] + (days.contains(day: day) ? ", chosen" : "")
        }
    }
}
