import TabPlugin

/// A view controller that pushes a page of a class that the manifest does not list, and restores it. `Output` shows how.
final class Librarian: ViewController {
    private let output = Label()
    private var shelf: Shelf?
    private var kept: Coder?
    private var report = "" { didSet { output.text = report } }

    override func viewDidLoad() {
        super.viewDidLoad()
        add("Push") { [unowned self] in makeShelf() }
        output.text = report
        add(output, as: "Output")
    }

    override func encodeRestorableState(with coder: Coder) {
        super.encodeRestorableState(with: coder)
        coder.encode(shelf, forKey: "Shelf")
    }

    override func decodeRestorableState(with coder: Coder) {
        super.decodeRestorableState(with: coder)
        kept = coder
    }

    override func applicationFinishedRestoringState() {
        super.applicationFinishedRestoringState()
        guard let kept, kept.containsValue(forKey: "Shelf") else { return }
        makeShelf()
        let isSame = shelf != nil && kept.decodeViewController(forKey: "Shelf") === shelf
        report = "\(restorationIdentifier ?? "nobody") has \(isSame ? "its shelf" : "none")"
    }

    private func makeShelf() {
        let made = Shelf()
        made.restorationIdentifier = "shelf"
        shelf = made
        navigationController?.setViewControllers([self, made], animated: false)
    }
}

/// A view controller that pushes a page and keeps it when it is popped. After a restart it does not create the page again.
final class Keeper: ViewController {
    private var shelf: Shelf?

    override func viewDidLoad() {
        super.viewDidLoad()
        add("Push") { [unowned self] in
            let made = Shelf()
            made.restorationIdentifier = "kept"
            shelf = made
            navigationController?.pushViewController(made, animated: false)
        }
    }
}

/// A view controller with a counter that is restored.
final class Shelf: ViewController {
    private let label = Label()
    private var books = 0 { didSet { label.text = String(books) } }

    override func viewDidLoad() {
        super.viewDidLoad()
        add("Add") { [unowned self] in books += 1 }
        label.text = String(books)
        add(label, as: "Books")
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
