import TabPlugin

/// Views with attributes, texts for an empty table, and several series. `Shorten` leaves attributes behind the end of the text.
final class RichViews: ViewController {
    private let label = Label(text: "e\u{301} bold")
    private let table = TableView()
    private let chart = Chart()

    override func viewDidLoad() {
        super.viewDidLoad()
        label.weight = .medium
        label.link = "https://example.org"
        if let range = label.text.firstRange(of: "bold") {
            label.textAttributes = [
                TextAttribute(range, in: label.text, .bold), TextAttribute(0..<2, .link("mailto:ada@example.org")),
                TextAttribute(1..<99, .color("systemRed")),
            ]
        }
        table.style = .inset
        table.emptyTitle = "Nothing"
        table.emptyDetail = "Add one"
        table.emptyImage = "list-add-symbolic"
        chart.series = [Chart.Series("In", values: [1, 2]), Chart.Series("Out", values: [], color: "systemRed")]
        chart.unit = "kB/s"
        chart.axisLabels = ["then", "now"]
        add(label, as: "Label")
        add(table, as: "Table")
        add(chart, as: "Chart")
        add("Shorten") { [weak self] in self?.label.text = "e\u{301}" }
    }
}
