import TabPlugin

/// A tab that presents an alert or an action sheet, and shows the answer.
final class Questions: Panel {
    private let ask = Button(title: "Ask")

    override func viewDidLoad() {
        super.viewDidLoad()
        ask.primaryAction = { [unowned self] in presentAlert() }
        add(ask, as: "Ask")
        add("Choose") { [unowned self] in presentSheet() }
        add("GiveUp") { [unowned self] in dismiss(animated: false) }
    }

    private func report(_ text: String) { output.text = text }

    private func presentAlert() {
        let alert = AlertController(title: "Who?", message: "Say it.", preferredStyle: .alert)
        alert.addTextField { $0.placeholder = "Name" }
        alert.addTextField { textField in
            textField.text = "secret"
            textField.isSecureTextEntry = true
        }
        let save = AlertAction(title: "Save") { [weak self, weak alert] action in
            let texts = (alert?.textFields ?? []).map(\.text).joined(separator: "+")
            self?.report("\(action.title ?? "") \(texts) \(self?.presentedNote ?? "")")
        }
        alert.addAction(save)
        alert.addAction(AlertAction(title: "Cancel", style: .cancel) { [weak self] _ in self?.report("cancelled") })
        alert.preferredAction = save
        present(alert, animated: true)
    }

    private func presentSheet() {
        let sheet = AlertController(title: nil, message: nil, preferredStyle: .actionSheet)
        let erase = AlertAction(title: "Erase", style: .destructive) { [weak self] _ in self?.report("erased") }
        erase.isEnabled = false
        sheet.addAction(erase)
        sheet.addAction(AlertAction(title: "Cancel", style: .cancel) { [weak self] _ in self?.report("kept") })
        present(sheet, animated: true)
        // Changes immediately after the call still apply.
        sheet.popoverPresentationController?.sourceView = ask
    }

    private var presentedNote: String { presentingViewController == nil ? "alone" : "presented" }
}
