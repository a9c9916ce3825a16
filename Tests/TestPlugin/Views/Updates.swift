import TabPlugin

/// A view controller that makes many changes at once, and changes that the host refuses.
final class Updates: ViewController {
    private let first = Label()
    private let second = Label()
    private let third = Label()

    override func viewDidLoad() {
        super.viewDidLoad()
        add(first, as: "First")
        add(second, as: "Second")
        add(third, as: "Third")
        add("Many") { [weak self] in self?.changeMany() }
        add("Same") { [weak self] in self?.first.text = "a" }
        add("Back") { [weak self] in
            self?.second.isHidden = true
            self?.second.isHidden = false
        }
        add("Brief") { [weak self] in
            let brief = View()
            self?.view.addSubview(brief)
            brief.removeFromSuperview()
        }
        add("Break") { [weak self] in
            self?.second.identifier = "First"
            self?.third.text = "kept"
        }
        add("Mend") { [weak self] in self?.second.identifier = "Second" }
        add("Later") { [weak self] in
            Task { @PluginActor in
                self?.first.text = "later"
                self?.second.text = "later"
            }
        }
    }

    private func changeMany() {
        for number in 0..<10 {
            first.text = "text \(number)"
            second.textColor = number.isMultiple(of: 2) ? "systemRed" : "systemBlue"
        }
        first.text = "a"
        third.removeFromSuperview()
        view.addSubview(third)
        let box = View(frame: Rect(width: 10, height: 10))
        let inner = Label(text: "inner")
        inner.identifier = "Inner"
        box.addSubview(inner)
        add(box, as: "Box")
    }
}
