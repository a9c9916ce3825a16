internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import TabInterface

/// How large the window draws texts and controls, measured with the user's font and theme.
@EventLoop
enum Measurements {
    /// Measured once for all sizes of the window: it takes the time of 600 layouts.
    private static var known: [String: Variant]?

    /// Has everything measured again, for another font or theme.
    static func forget() { known = nil }

    /// The options of `Attach`.
    static var options: [String: Variant] {
        if let known { return known }
        typealias Key = WindowInterface.AttachOption
        let options: [String: Variant] = [
            Key.textScale.name: .double(min(max(Application.textScale, 0.5), 4)),
            Key.textStyles.name: byStyle(metrics).variant, Key.textAdvances.name: byStyle(advances).variant,
            Key.controlMetrics.name: controls.variant,
        ]
        known = options
        return options
    }

    // MARK: Texts

    private static func byStyle<Value>(_ value: (Label) -> Value?) -> [String: Value] {
        let values = TextStyle.allCases.compactMap { style -> (String, Value)? in
            let label = Label("Text")
            label.classes = Theme.styleClass(of: style).map { [$0] } ?? []
            return value(label).map { (style.rawValue, $0) }
        }
        return Dictionary(uniqueKeysWithValues: values)
    }

    private static func metrics(_ label: Label) -> TextStyleMetrics {
        let (height, width) = label.metrics
        return TextStyleMetrics(lineHeight: min(max(height, 1), 512), averageAdvance: min(max(width, 1), 512))
    }

    private static let ascii = (0x20...0x7E).map { (code: UInt8) in String(Unicode.Scalar(code)) }
    private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl"]
    /// Letters whose average is that of letters beyond ASCII.
    private static let others = "ßæøþœαβγδεικλμνοπρστυωабвгдежзиклмнопрстуфхцчшыьюя"
    /// Letters whose average is that of wide characters.
    private static let wide = "日本語中文字漢あかさアカサ한국어"

    /// Measures characters as the paragraphs of one text, so no neighbour moves them.
    private static func advances(_ label: Label) -> [Double]? {
        label.text = (ascii + ligatures + [others, wide]).joined(separator: "\n")
        let widths = label.paragraphWidths
        guard widths.count == ascii.count + ligatures.count + 2 else { return nil }
        var advances = Array(widths.prefix(ascii.count))
        func width(_ character: Character) -> Double { advances[Int(character.asciiValue ?? 0x20) - 0x20] }
        // A ligature may be wider than its letters, and f is the letter of all.
        let shares = zip(ligatures, widths.dropFirst(ascii.count)).map { ligature, whole in
            let rest = ligature.filter { $0 != "f" }.reduce(0) { $0 + width($1) }
            return (whole - rest) / Double(ligature.count { $0 == "f" })
        }
        advances[0x66 - 0x20] = max(width("f"), shares.max() ?? 0)
        advances.append(widths[widths.count - 2] / Double(others.count))
        advances.append(widths[widths.count - 1] / Double(wide.count))
        return advances.map { min(max($0, 0), 512) }
    }

    // MARK: Controls

    /// A title for measuring what is around it: larger than the smallest button in both directions.
    private static let title = "MMMMMMMM\nM\nM"

    private static var controls: [String: ControlMetrics] {
        let controls: [ViewKind: ControlMetrics] = [
            .button: button, .textField: textField, .textView: textView, .segmentedControl: segmentedControl,
            .switchControl: metrics(minimum: Switch().naturalSize), .slider: slider,
            .progressView: metrics(minimum: ProgressBar().naturalSize), .tableView: tableView,
        ]
        return Dictionary(uniqueKeysWithValues: controls.map { ($0.key.rawValue, $0.value) })
    }

    private static func metrics(
        minimum: (width: Double, height: Double), padding: (width: Double, height: Double) = (0, 0)
    ) -> ControlMetrics {
        func length(_ value: Double) -> Double { min(max(value, 0), 512) }
        return ControlMetrics(
            minimumWidth: length(minimum.width), minimumHeight: length(minimum.height),
            horizontalPadding: length(padding.width), verticalPadding: length(padding.height))
    }

    /// As high as GTK's own button, and as narrow as the window draws it: a row of buttons has room on a phone.
    private static var button: ControlMetrics {
        let (own, drawn) = (Button(), Button())
        drawn.classes = ["tabd-control", "flat"]
        for button in [own, drawn] { button.setTitle(title) }
        let square = Button()
        square.setContent(Icon())
        return metrics(minimum: square.naturalSize, padding: (drawn.padding.width, own.padding.height))
    }

    private static var textField: ControlMetrics {
        let field = TextField()
        return metrics(minimum: field.naturalSize, padding: (field.padding, 0))
    }

    private static var textView: ControlMetrics {
        let area = TextArea()
        area.classes = ["frame", "view"]
        return metrics(minimum: area.naturalSize, padding: area.padding)
    }

    private static var segmentedControl: ControlMetrics {
        let control = SegmentedControl()
        control.classes = ["linked", "tabd-segments"]
        control.set([title, ""], selected: -1)
        guard let full = control.segments.first, let empty = control.segments.last else {
            return metrics(minimum: (0, 0))
        }
        return metrics(minimum: empty.naturalSize, padding: full.padding)
    }

    /// A slider of GTK has no length of its own.
    private static var slider: ControlMetrics {
        let usual = ControlMetricsTable()[.slider].minimumWidth
        let size = Slider().naturalSize
        return metrics(minimum: (max(size.width, usual), size.height))
    }

    /// The rows of GTK's lists are as high as their content, so their heights are the usual ones.
    private static var tableView: ControlMetrics {
        let (list, row) = (List(), ListRow(Label("Text")))
        list.classes = ["tabd-table"]
        list.insert(row, at: 0)
        let usual = ControlMetricsTable()[.tableView]
        return metrics(minimum: (0, usual.minimumHeight), padding: (row.padding.width, usual.verticalPadding))
    }
}
