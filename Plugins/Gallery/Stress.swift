import Glibc
import TabPlugin

/// Many views, and a chart that changes ten times a second while it is visible. The argument `Count u` (or another
/// integer type) is the number of labels: 1 to 1,900, by default 200.
final class Stress: GalleryTab {
    private let chart = Chart()
    private let countLabel = Label()
    private let change = Button(title: "Change one")
    private var labels: [Label] = []
    private var changes = 0
    private var time = 0
    private var timer: Timer?

    required init(arguments: [String: Value]) {
        super.init(arguments: arguments)
        let count = arguments["Count"]?.int ?? 200
        labels = (0..<((1...1900).contains(count) ? count : 200)).map { Label(text: String($0)) }
    }

    override func build() {
        chart.identifier = "Wave"
        chart.accessibilityLabel = "A wave that moves"
        chart.minimum = -1
        chart.maximum = 1
        countLabel.identifier = "Count"
        countLabel.text = "\(labels.count) labels"
        change.identifier = "Change"
        change.tooltip = "Changes the text of one label"
        change.addAction(for: .primaryActionTriggered) { [weak self] in self?.changeOne() }
        reportTaps(of: change)
        for (index, label) in labels.enumerated() {
            label.identifier = "Cell-\(index)"
            label.style = .caption
        }
        add([chart, countLabel, change] + labels)
        draw()
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        tick()
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        timer = nil
    }

    override var scrolls: Bool { true }

    override func minimumHeight(inWidth width: Double) -> Double {
        let cell = cellSize
        let columns = max((width / cell.width).rounded(.down), 1)
        return 60 + lineHeight + 8 + (Double(labels.count) / columns).rounded(.up) * cell.height
    }

    /// The smallest size of a label.
    private var cellSize: Size { (labels.last ?? Label()).sizeThatFits(Size(width: .infinity, height: .infinity)) }
    private var lineHeight: Double { [change].height(atLeast: 32, inWidth: 120) }

    /// The number of columns depends on the aspect ratio of the area.
    override func place(in area: Rect) {
        let rows = area.rows([60, lineHeight, 0])
        chart.frame = rows[0]
        let line = rows[1].columns([0, max(change.sizeThatFits(rows[1].size).width, 120)])
        countLabel.frame = line[0]
        change.frame = line[1]
        let place = rows[2]
        guard place.height > 0 else { return }
        let wanted = (Double(labels.count) * place.width / place.height / 2).squareRoot().rounded(.up)
        let columns = max(min(wanted, (place.width / cellSize.width).rounded(.down)), 1)
        let size = Size(
            width: place.width / columns, height: place.height / (Double(labels.count) / columns).rounded(.up))
        for (index, label) in labels.enumerated() {
            let (row, column) = (index / Int(columns), index % Int(columns))
            label.frame = Rect(
                x: place.x + Double(column) * size.width, y: place.y + Double(row) * size.height, width: size.width,
                height: size.height)
        }
    }

    private func changeOne() {
        let label = labels[changes % labels.count]
        changes += 1
        label.text = "\(changes)!"
    }

    private func tick() {
        time += 1
        draw()
        timer = Timer(after: 100, leeway: 10) { [weak self] in self?.tick() }
    }

    private func draw() { chart.values = (0..<60).map { sin(Double($0 + time) / 6) } }
}
