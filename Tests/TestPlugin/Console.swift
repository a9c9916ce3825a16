import TabPlugin

/// Presses the buttons of the `Presenter` by their names, from outside of its window: there no popover covers it.
final class Console: ViewController {
    override func viewDidLoad() {
        super.viewDidLoad()
        let field = TextField()
        field.identifier = "Run"
        field.addAction(for: .editingDidEnd) { [weak field] in Presenter.current?.press(field?.text ?? "") }
        view.addSubview(field)
    }
}
