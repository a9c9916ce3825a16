import Glibc
import TabPlugin

/// A view controller that shows its environment: settings, folders, the locale, and changes of traits.
final class Surroundings: ViewController {
    private let traits = Label()
    private let values = Label()
    private var changes: [String] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        add(traits, as: "Traits")
        add(values, as: "Values")
        let field = TextField()
        field.addAction(for: .editingDidEnd) { [weak self, weak field] in self?.look(field?.text ?? "") }
        add(field, as: "Key")
        add("Folder") { [weak self] in
            guard let path = try? self?.dataDirectory() else { return }
            self?.values.text = access(path, W_OK) == 0 ? path : "not writable"
        }
        add("Locale") { [weak self] in self?.values.text = (try? self?.locale()) ?? "none" }
    }

    override func traitCollectionDidChange(_ previous: TraitCollection?) {
        let traits = traitCollection
        let language = traits.locale == "C" ? "" : " \(traits.locale) \(traits.layoutDirection)"
        let contrast = traits.accessibilityContrast == .unspecified ? "" : " \(traits.accessibilityContrast)"
        changes.append(
            "\(traits.horizontalSizeClass) \(traits.verticalSizeClass) \(traits.userInterfaceStyle)" + contrast
                + language)
        self.traits.text = changes.joined(separator: ", ")
    }

    private func look(_ key: String) {
        values.text = configurationValue(forKey: key).map { "\($0)" } ?? "none"
    }
}
