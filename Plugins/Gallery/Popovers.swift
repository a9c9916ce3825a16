import TabPlugin

/// Popovers: one with the standard background, and one with a background that the manifest declares.
final class Popovers: GalleryTab {
    private let standard = Button(title: "Standard")
    private let bubble = Button(title: "Bubble")
    private weak var presented: Measures?

    override func build() {
        standard.identifier = "Standard"
        standard.addAction(for: .primaryActionTriggered) { [weak self] in self?.show(from: self?.standard) }
        bubble.identifier = "Bubble"
        bubble.style = .filled
        bubble.addAction(for: .primaryActionTriggered) { [weak self] in
            self?.show(from: self?.bubble, background: "gallery.Bubble")
        }
        for button in [standard, bubble] { reportTaps(of: button) }
        add([standard, bubble])
    }

    override func place(in area: Rect) {
        let cells = area.rows([[standard, bubble].height(atLeast: 44, inWidth: area.width / 2), 0])[0].columns(2)
        standard.frame = cells[0]
        bubble.frame = cells[1]
    }

    private func show(from button: Button?, background: String = "") {
        guard let button, presented == nil else { return }
        let measures = Measures()
        presented = measures
        measures.modalPresentationStyle = .popover
        let scale = max(traitCollection.textScale, 1)
        measures.preferredContentSize = Size(width: 208 * scale, height: 96 * scale)
        let popover = measures.popoverPresentationController
        popover?.sourceView = button
        popover?.popoverBackgroundViewClass = background
        present(measures, animated: true)
    }
}

/// The content of a popover, which shows the measurements of the popover.
final class Measures: ViewController {
    private let labels = [Label(), Label(), Label()]

    override func viewDidLoad() {
        super.viewDidLoad()
        for (label, identifier) in zip(labels, ["ArrowHeight", "ArrowBase", "Insets"]) {
            label.identifier = identifier
            view.addSubview(label)
        }
    }

    override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        let rows = view.bounds.insetBy(dx: 8, dy: 8).rows([0, 0, 0])
        for (label, row) in zip(labels, rows) { label.frame = row }
        guard let popover = popoverPresentationController else { return }
        let insets = popover.contentViewInsets
        labels[0].text = "Arrow height: \(popover.arrowHeight)"
        labels[1].text = "Arrow base: \(popover.arrowBase)"
        labels[2].text = "Insets: \(insets.top), \(insets.left)"
    }
}
