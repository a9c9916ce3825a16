import TabPlugin

/// Its `loadView()` sets no view.
final class Blank: ViewController {
    override func loadView() {}

    override func viewDidLoad() {
        let label = Label(text: "here all the same")
        label.identifier = "Label"
        view.addSubview(label)
    }
}
