import TabPlugin

/// A stack whose arranged subviews are added, removed and moved.
final class Column: ViewController {
    private let stack = StackView(frame: Rect(width: 100, height: 60))
    private let labels = ["A", "B", "C"].map { Label(text: $0) }

    override func viewDidLoad() {
        super.viewDidLoad()
        for label in labels {
            label.identifier = label.text
            stack.addArrangedSubview(label)
        }
        view.addSubview(stack)
        add("Insert") { stack, _ in
            let label = Label(text: "New")
            label.identifier = "New"
            stack.insertArrangedSubview(label, at: 1)
        }
        add("Move") { stack, labels in stack.insertArrangedSubview(labels[2], at: -1) }
        add("Append") { stack, labels in stack.insertArrangedSubview(labels[0], at: 99) }
        add("Remove") { stack, labels in
            stack.removeArrangedSubview(labels[1])
            // The view has left the stack.
            stack.removeArrangedSubview(labels[1])
        }
    }

    private func add(_ name: String, _ action: @escaping @PluginActor (StackView, [Label]) -> Void) {
        add(name) { [unowned self] in
            action(stack, labels)
            stack.accessibilityLabel = stack.arrangedSubviews.map(\.identifier).joined(separator: " ")
        }
    }
}
