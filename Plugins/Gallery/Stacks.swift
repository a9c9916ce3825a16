import TabPlugin

/// Stack views with rows and columns, of which one can be hidden, and a scroll view.
final class Stacks: GalleryTab {
    private let column = StackView()
    private let row = StackView()
    private let inner = StackView()
    private let third = Label(text: "3")
    private let showsThird = Button(title: "Hide or show 3")
    private let turn = Button(title: "Turn the row")
    private let scroll = ScrollView()

    override func build() {
        column.identifier = "Column"
        column.spacing = 8
        column.layoutMargins = EdgeInsets(top: 4, left: 8, bottom: 4, right: 8)
        column.backgroundColor = "#8080801F"
        row.identifier = "Row"
        row.axis = .horizontal
        row.spacing = 4
        inner.identifier = "Inner"
        inner.spacing = 2
        third.identifier = "Third"
        for label in [numbered(1), numbered(2), third] { row.addArrangedSubview(tinted(label, "systemBlue")) }
        for label in [numbered(4), numbered(5)] { inner.addArrangedSubview(tinted(label, "systemGreen")) }
        row.addArrangedSubview(inner)
        column.addArrangedSubview(row)
        column.addArrangedSubview(tinted(numbered(6), "systemOrange"))
        showsThird.identifier = "HideOrShow"
        showsThird.addAction(for: .primaryActionTriggered) { [weak self] in self?.third.isHidden.toggle() }
        turn.identifier = "Turn"
        turn.addAction(for: .primaryActionTriggered) { [weak self] in
            guard let row = self?.row else { return }
            row.axis = row.axis == .horizontal ? .vertical : .horizontal
        }
        for button in [showsThird, turn] { reportTaps(of: button) }
        buildScrollView()
        add([column, showsThird, turn, scroll])
    }

    override func place(in area: Rect) {
        let halves = area.halves
        let buttons = [showsThird, turn]
        let height = buttons.height(atLeast: 32, inWidth: halves[0].width / 2)
        // Below each other if their titles are too long to be side by side.
        let fits = buttons.allSatisfy { $0.sizeThatFits(area.size).width <= (halves[0].width - 8) / 2 }
        let rows = halves[0].rows(fits ? [0, height] : [0, height, height])
        column.frame = rows[0]
        let cells = fits ? rows[1].columns(2) : Array(rows[1...])
        for (button, cell) in zip(buttons, cells) { button.frame = cell }
        scroll.frame = halves[1]
    }

    private func buildScrollView() {
        scroll.identifier = "Scroll"
        scroll.accessibilityLabel = "Larger than it is shown"
        scroll.backgroundColor = "#8080801F"
        scroll.contentSize = Size(width: 1200, height: 900)
        // A tile every 200 points, with its position as text.
        for y in stride(from: 0.0, to: 900, by: 100) {
            for x in stride(from: 0.0, to: 1200, by: 200) {
                let tile = Label(text: "\(Int(x)), \(Int(y))")
                tile.frame = Rect(x: x, y: y, width: 160, height: 72)
                scroll.addSubview(tile)
            }
        }
        scroll.didScroll = { [weak self] in
            guard let self else { return }
            report(scroll, "scrolled", "\(scroll.contentOffset.x) \(scroll.contentOffset.y)")
        }
    }

    private func numbered(_ number: Int) -> Label { Label(text: String(number)) }

    private func tinted(_ label: Label, _ color: String) -> Label {
        label.alignment = .center
        label.backgroundColor = color
        return label
    }
}
