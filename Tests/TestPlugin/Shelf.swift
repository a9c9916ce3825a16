import TabPlugin

/// Counts books, and keeps the count.
final class Shelf: ViewController {
    private let addButton = Button(title: "Add")
    private let label = Label()
    private var books = 0 { didSet { label.text = String(books) } }

    override func viewDidLoad() {
        super.viewDidLoad()
        addButton.identifier = "Add"
        addButton.primaryAction = { [weak self] in self?.books += 1 }
        label.identifier = "Books"
        label.text = String(books)
        for view in [addButton, label] { self.view.addSubview(view) }
    }

    override func encodeRestorableState(with coder: Coder) {
        super.encodeRestorableState(with: coder)
        coder.encode(books, forKey: "Books")
    }

    override func decodeRestorableState(with coder: Coder) {
        super.decodeRestorableState(with: coder)
        books = coder.decodeInt(forKey: "Books") ?? 0
    }
}
