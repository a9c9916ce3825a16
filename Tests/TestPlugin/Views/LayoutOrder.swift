import TabPlugin

/// A view controller that records the order of layouts (V14). The label `Order` shows it at the next read.
final class LayoutOrder: ViewController {
    private let order = Label()
    private let child = Noting("child")
    private let grandchild = Noting("grandchild")
    private var notes: [String] = []
    /// The height of the child in the next layout, which the action of `Grow` sets.
    private var childHeight = 100.0

    override func loadView() { view = Noting("root") }

    override func viewDidLoad() {
        super.viewDidLoad()
        child.addSubview(grandchild)
        add(child, as: "Child")
        add(order, as: "Order")
        add("Grow") { [unowned self] in grow() }
        for noting in [view, child, grandchild] {
            (noting as? Noting)?.note = { [weak self] in self?.notes.append($0) }
        }
    }

    override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        notes.append("will")
        child.frame = Rect(width: view.bounds.width, height: childHeight)
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        notes.append("did")
    }

    override func updateContent() {
        order.text = notes.joined(separator: " ")
        notes = []
    }

    private func grow() {
        notes = []
        childHeight += 50
        view.setNeedsLayout()
        notes.append("action")
    }
}

/// A view that records its layouts, and gives its subviews its own size.
private final class Noting: View {
    private let name: String
    var note: (@PluginActor (String) -> Void)?

    init(_ name: String) {
        self.name = name
        super.init()
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        note?(name)
        for case let view as Noting in subviews where view.identifier.isEmpty { view.frame = bounds }
    }
}

/// A view controller whose layout always requests another layout. The label `Passes` shows the number of layouts.
final class Restless: ViewController {
    private let passes = Label()
    private var count = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        add(passes, as: "Passes")
    }

    override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        count += 1
        view.setNeedsLayout()
    }

    override func updateContent() { passes.text = String(count) }
}
