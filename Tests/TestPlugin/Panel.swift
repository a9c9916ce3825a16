import TabPlugin

/// A view controller with buttons, and with the label `Output` for their notes.
class Panel: ViewController {
    let output = Label()
    private(set) var notes: [String] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        add(output, as: "Output")
    }

    func note(_ text: String) {
        notes.append(text)
        output.text = notes.joined(separator: ", ")
    }

    func clearNotes() {
        notes = []
        output.text = ""
    }
}

extension ViewController {
    /// Adds a view with an identifier to the root view.
    func add(_ subview: View, as identifier: String) {
        subview.identifier = identifier
        view.addSubview(subview)
    }

    /// Adds a button. Its title is also its identifier.
    func add(_ name: String, _ action: @escaping @PluginActor () -> Void) {
        add(Button(title: name, primaryAction: action), as: name)
    }

    /// Adds a button with an action on the tab bar controller.
    func addForTabs(_ name: String, _ action: @escaping @PluginActor (TabBarController) -> Void) {
        add(name) { [weak self] in
            if let tabs = self?.tabBarController { action(tabs) }
        }
    }
}
