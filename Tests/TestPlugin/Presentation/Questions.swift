import TabPlugin

/// A tab that presents an alert or an action sheet, and shows the answer.
final class Questions: ViewController {
    private let output = Label()
    private let ask = Button(title: "Ask")

    override func viewDidLoad() {
        super.viewDidLoad()
        output.identifier = "Output"
        ask.identifier = "Ask"
        ask.addAction(for: .primaryActionTriggered) { [weak self] in self?.presentAlert() }
        let choose = Button(title: "Choose") { [weak self] in self?.presentSheet() }
        choose.identifier = "Choose"
        let giveUp = Button(title: "Give up") { [weak self] in self?.dismiss(animated: false) }
        giveUp.identifier = "GiveUp"
        for subview in [output, ask, choose, giveUp] { view.addSubview(subview) }
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
