internal import DBusInterface
internal import TabInterface
internal import TerminalUI

/// The text of a single view without its subviews. Views without own content have no text.
enum ViewControls {
    /// - Parameters:
    ///   - columns: The width of the whole text.
    ///   - room: The width of the view's frame in columns, to which a multi-line label is wrapped.
    static func lines(of view: ViewEntry, columns: Int, room: Int) -> [Line] {
        let style: Style = view.isEnabled ? [] : .dim
        func text(_ key: String) -> String { view.text(key) ?? "" }
        func one(_ text: String) -> [Line] { [Line(text, style: style)] }
        let name = view.text("AccessibilityLabel").map { " " + $0 } ?? ""

        switch view.className {
        case "Label": return label(view, room: room)
        case "Button":
            let title = view.text("Title") ?? view.text("AccessibilityLabel") ?? text("Image")
            return one(view.isEnabled ? "[\(title)]" : "(\(title))")
        case "ImageView":
            return one("<\(view.text("Image") ?? "image")>" + name)
        case "TextField":
            let content = view.isSecure ? masked(text("Text")) : text("Text")
            return one("[" + (content.isEmpty ? text("Placeholder") : content) + "_]" + name)
        case "TextView":
            return split(text("Text")).map { Line($0, style: style) }
        case "Switch": return one((view.properties["On"]?.get() == true ? "[x]" : "[ ]") + name)
        case "Slider":
            let part = Fraction.of(
                view.number("Value"), from: view.number("Minimum"), to: view.number("Maximum", 1))
            let position = Int((part * 19).rounded())
            let track = (0..<20).map { $0 == position ? "o" : "-" }.joined()
            return one(track + " " + PropertyText.number(view.number("Value")) + name)
        case "SegmentedControl":
            let segments = view.segments.enumerated().map { index, title in
                index == view.selectedSegment ? "[\(title)]" : " \(title) "
            }
            return one(segments.joined(separator: "|"))
        case "ProgressView":
            let progress = view.number("Progress")
            if progress < 0 || progress.isNaN { return one("[....................]" + name) }
            let part = Fraction.of(progress, from: 0, to: 1)
            let done = Int((part * 20).rounded())
            return one(
                "[" + String(repeating: "#", count: done) + String(repeating: "-", count: 20 - done) + "] "
                    + "\(Int((part * 100).rounded()))%" + name)
        case "TableView": return table(view, columns: columns)
        case "TabBar":
            let items = view.barItems.enumerated().map { $1.text(at: Position(at: $0)) }
            return one(items.joined(separator: " "))
        case "Chart": return one(chart(view, columns: columns))
        default: return []
        }
    }

    private static func label(_ view: ViewEntry, room: Int) -> [Line] {
        guard let text = view.text("Text") else { return [] }
        let limit = view.lineLimit
        let style: Style = !view.isEnabled || view.isSecondary ? .dim : view.isTitle ? .bold : []
        let lines = limit == 1 ? split(text) : CharacterWidth.wrap(text, to: room)
        return lines.prefix(limit == 0 ? lines.count : Int(limit)).map { Line($0, style: style) }
    }

    private static func table(_ view: ViewEntry, columns: Int) -> [Line] {
        let rows: [TableRow] = view.properties["Rows"]?.get() ?? []
        return rows.enumerated().map { index, row in
            let mark = ["disclosure": " >", "checkmark": " *"][row.accessory] ?? "  "
            let detail = CharacterWidth.truncate(CharacterWidth.printable(row.detail), to: columns / 2) + mark
            let start = columns - CharacterWidth.width(of: detail)
            let title = row.enabled ? row.title : "(\(row.title))"
            var line = Line()
            let style: Style = row.enabled && view.isEnabled ? [] : .dim
            line.add(index == view.selectedRow ? ">" : "", column: 0)
            line.add(
                CharacterWidth.truncate(CharacterWidth.printable(title), to: max(0, start - 3)), column: 2,
                style: style)
            line.add(detail, column: start, style: style)
            return line
        }
    }

    private static func chart(_ view: ViewEntry, columns: Int) -> String {
        let values: [Double] = view.properties["Values"]?.get() ?? []
        let shown = values.suffix(columns)
        let range = ChartRange(view, Array(shown))
        let steps = Array("▁▂▃▄▅▆▇█")
        return String(
            shown.map { steps[Int((range.fraction(of: $0) * Double(steps.count - 1)).rounded())] })
    }

    // MARK: Helpers

    private static func masked(_ text: String) -> String { String(repeating: "*", count: text.count) }

    private static func split(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

/// The scale of a chart: the `Minimum` and `Maximum` of its view, else the range of its values.
struct ChartRange: Hashable {
    let low: Double
    let high: Double

    init(_ view: ViewEntry, _ values: [Double]) {
        let minimum: Double? = view.properties["Minimum"]?.get()
        let maximum: Double? = view.properties["Maximum"]?.get()
        // If only one end is given, the other is 0, the default.
        low = minimum ?? (maximum == nil ? values.min() ?? 0 : 0)
        high = maximum ?? (minimum == nil ? values.max() ?? 1 : 0)
    }

    /// Returns 0 at the lower end and 1 at the upper end.
    func fraction(of value: Double) -> Double { Fraction.of(value, from: low, to: high) }
}

/// The position of a value between two ends.
enum Fraction {
    /// Returns the position as 0 to 1; 0 for ends that are equal or not finite.
    static func of(_ value: Double, from low: Double, to high: Double) -> Double {
        let part = (value - low) / (high - low)
        return part.isFinite ? min(max(part, 0), 1) : 0
    }
}
