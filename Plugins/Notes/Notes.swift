import TabPlugin

/// A text that fills the tab and survives crashes and restarts. Its first line is the title of the tab.
final class Notes: ViewController {
    private static let margin = 8.0

    private let textView = TextView()
    private lazy var clearButton = BarButtonItem(title: "Clear", image: "edit-clear-all-symbolic") { [weak self] _ in
        self?.note.clear()
    }
    private lazy var undoButton = BarButtonItem(title: "Undo", image: "edit-undo-symbolic") { [weak self] _ in
        self?.note.undo()
    }

    private var note = Note() { didSet { if note != oldValue { show() } } }

    override func viewDidLoad() {
        super.viewDidLoad()
        textView.identifier = "Text"
        textView.accessibilityLabel = "Note"
        textView.addAction(for: .editingChanged) { [weak self] in
            guard let self else { return }
            note.type(textView.text)
        }
        view.addSubview(textView)
        navigationItem.rightBarButtonItems = [clearButton, undoButton]
        show()
    }

    override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        textView.frame = view.bounds.inset(by: view.safeAreaInsets).insetBy(dx: Self.margin, dy: Self.margin)
    }

    override func encodeRestorableState(with coder: Coder) {
        super.encodeRestorableState(with: coder)
        note.encode(with: coder)
    }

    override func decodeRestorableState(with coder: Coder) {
        super.decodeRestorableState(with: coder)
        note = Note(coder)
    }

    private func show() {
        textView.text = note.text
        title = note.title ?? "Notes"
        clearButton.isEnabled = !note.text.isEmpty
        undoButton.isEnabled = !note.cleared.isEmpty
    }
}
