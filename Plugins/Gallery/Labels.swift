import TabPlugin

/// Labels in all styles and alignments, with one and more lines, in scripts that are hard to draw.
final class Labels: GalleryTab {
    private static let styles: [Label.Style] = [
        .body, .largeTitle, .title, .headline, .caption, .monospacedDigit,
    ]
    private static let alignments: [Label.Alignment] = [.natural, .left, .center, .right]
    /// Wide characters, combining marks, emoji sequences, and right-to-left text.
    private static let scripts: [(name: String, sample: String)] = [
        ("Latin", "The quick fox 123"), ("Wide", "日本語のテキスト 123"), ("Marks", "e\u{301}o\u{308}n\u{303} 👩‍👩‍👧 🇪🇺 123"),
        ("RTL", "שלום עולם مرحبا 123"),
    ]

    private let script = SegmentedControl()
    private let styled = styles.map { _ in Label() }
    private let aligned = alignments.map { _ in Label() }
    private let twoLines = Label()
    private let anyLines = Label()

    override func build() {
        script.identifier = "Script"
        script.accessibilityLabel = "Script"
        script.segments = Self.scripts.map(\.name)
        script.selectedSegmentIndex = 0
        report(script, .valueChanged) { $0.selectedSegmentIndex ?? -1 }
        script.addAction(for: .valueChanged) { [weak self] in self?.write() }
        for (label, style) in zip(styled, Self.styles) {
            label.identifier = "Style-\(style.rawValue)"
            label.style = style
            label.numberOfLines = 0
        }
        for (label, alignment) in zip(aligned, Self.alignments) {
            label.identifier = "Alignment-\(alignment.rawValue)"
            label.alignment = alignment
            label.backgroundColor = "#8080803F"
        }
        twoLines.identifier = "Lines-2"
        twoLines.numberOfLines = 2
        anyLines.identifier = "Lines-any"
        anyLines.numberOfLines = 0
        anyLines.textColor = "systemBlue"
        add([script] + styled + aligned + [twoLines, anyLines])
        write()
    }

    override var scrolls: Bool { true }

    override func minimumHeight(inWidth width: Double) -> Double {
        let heights = heights(inWidth: width)
        return heights.reduce(0, +) + Double(heights.count - 1) * 4
    }

    /// The heights of the rows of the page.
    private func heights(inWidth width: Double) -> [Double] {
        let quarter = width / 4
        let line = aligned.height(atLeast: 22, inWidth: quarter)
        let lines = areAlignedInOneRow(inWidth: width) ? line : 2 * line + 4
        return [script.height(inWidth: width)] + styled.map { $0.height(inWidth: width) } + [lines]
            + [twoLines, anyLines].map { $0.height(inWidth: width) }
    }

    private func areAlignedInOneRow(inWidth width: Double) -> Bool {
        aligned.allSatisfy { $0.sizeThatFits(Size(width: width, height: .infinity)).width <= width / 4 - 8 }
    }

    override func place(in area: Rect) {
        let rows = area.rows(heights(inWidth: area.width).dropLast() + [0])
        script.frame = rows[0]
        for (label, row) in zip(styled, rows.dropFirst()) { label.frame = row }
        let cells =
            areAlignedInOneRow(inWidth: area.width)
            ? rows[7].columns(aligned.count) : rows[7].rows([0, 0]).flatMap { $0.columns(2) }
        for (label, cell) in zip(aligned, cells) { label.frame = cell }
        twoLines.frame = rows[8]
        anyLines.frame = rows[9]
    }

    private func write() {
        let sample = Self.scripts[script.selectedSegmentIndex ?? 0].sample
        for (label, style) in zip(styled, Self.styles) { label.text = "\(sample) \(style.rawValue)" }
        for (label, alignment) in zip(aligned, Self.alignments) {
            label.text = script.selectedSegmentIndex == 0 ? alignment.rawValue : sample
        }
        let long = Array(repeating: sample, count: 6).joined(separator: " ")
        twoLines.text = "\(sample) \(sample)"
        anyLines.text = long + "\n" + sample
    }
}
