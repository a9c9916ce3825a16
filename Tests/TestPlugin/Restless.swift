import TabPlugin

/// A view controller whose layout asks for another layout each time; the label `Passes` tells how many there were.
final class Restless: ViewController {
    private let passes = Label()
    private var count = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        passes.identifier = "Passes"
        view.addSubview(passes)
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        count += 1
        view.setNeedsLayout()
    }

    override func updateContent() { passes.text = String(count) }
}
