import Glibc
import TabPlugin

/// A view controller that shows its environment: settings, folders, the locale, and changes of traits.
final class Surroundings: ViewController {
    private let traits = Label()
    private let values = Label()
    private var changes: [String] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        for (label, name) in [(traits, "Traits"), (values, "Values")] {
            label.identifier = name
            view.addSubview(label)
        }
        let field = TextField()
        field.identifier = "Key"
        field.addAction(for: .editingDidEnd) { [weak self, weak field] in self?.look(field?.text ?? "") }
        view.addSubview(field)
        add("Folder") { [weak self] in
            guard let path = try? self?.dataDirectory() else { return }
            self?.values.text = access(path, W_OK) == 0 ? path : "not writable"
        }
        add("Locale") { [weak self] in self?.values.text = (try? self?.locale()) ?? "none" }
    }

    override func traitCollectionDidChange(_ previous: TraitCollection?) {
        changes.append(
            "\(traitCollection.horizontalSizeClass) \(traitCollection.verticalSizeClass) "
                + "\(traitCollection.userInterfaceStyle)")
        traits.text = changes.joined(separator: ", ")
    }

    private func add(_ name: String, _ action: @escaping @PluginActor () -> Void) {
        let button = Button(title: name, primaryAction: action)
        button.identifier = name
        view.addSubview(button)
    }

    private func look(_ key: String) {
        values.text = configurationValue(forKey: key).map { "\($0)" } ?? "none"
    }
}
