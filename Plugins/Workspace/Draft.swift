import TabPlugin

/// A tab with a line of text, which is its restorable state.
final class Draft: ViewController {
    private let field = TextField()

    override func viewDidLoad() {
        super.viewDidLoad()
        field.identifier = "Line"
        field.placeholder = "A line that stays"
        field.addAction(for: .editingDidEnd) { [weak self] in
            guard let self else { return }
            tabBarItem.badgeValue = field.text.isEmpty ? nil : "1"
        }
        view.addSubview(field)
    }

    override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        let area = view.bounds.inset(by: view.safeAreaInsets).insetBy(dx: 16, dy: 16)
        field.frame = Rect(
            x: area.x, y: area.y, width: area.width, height: max(field.sizeThatFits(area.size).height, 32))
    }

    override func encodeRestorableState(with coder: Coder) {
        super.encodeRestorableState(with: coder)
        coder.encode(field.text, forKey: "Line")
    }

    override func decodeRestorableState(with coder: Coder) {
        super.decodeRestorableState(with: coder)
        field.text = coder.decodeString(forKey: "Line") ?? ""
    }
}
