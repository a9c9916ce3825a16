import TabPlugin

/// An alert with a text field, and an action sheet. The line at the bottom shows the user's choice.
final class Alerts: GalleryTab {
    private let rename = Button(title: "Rename…")
    private let erase = Button(title: "Erase…")

    override func build() {
        rename.identifier = "Rename"
        rename.addAction(for: .primaryActionTriggered) { [weak self] in self?.askForName() }
        erase.identifier = "Erase"
        erase.style = .destructive
        erase.addAction(for: .primaryActionTriggered) { [weak self] in self?.askToErase() }
        for button in [rename, erase] { reportTaps(of: button) }
        add([rename, erase])
    }

    override func place(in area: Rect) {
        let cells = area.rows([[rename, erase].height(atLeast: 44, inWidth: area.width / 2), 0])[0].columns(2)
        rename.frame = cells[0]
        erase.frame = cells[1]
    }

    private func askForName() {
        let alert = AlertController(title: "Rename", message: "The name is shown on the tab.", preferredStyle: .alert)
        alert.addTextField { $0.placeholder = "Name" }
        alert.addAction(AlertAction(title: "Cancel", style: .cancel, handler: reported(by: rename)))
        let choose = AlertAction(title: "Choose") { [weak self, weak alert] _ in
            guard let self, let name = alert?.textFields?.first?.text else { return }
            if !name.isEmpty { title = name }
            report(rename, "Choose", name)
        }
        alert.addAction(choose)
        alert.preferredAction = choose
        present(alert, animated: true)
    }

    private func askToErase() {
        let sheet = AlertController(title: "Erase the drawing?", message: nil, preferredStyle: .actionSheet)
        sheet.addAction(AlertAction(title: "Erase", style: .destructive, handler: reported(by: erase)))
        sheet.addAction(AlertAction(title: "Cancel", style: .cancel, handler: reported(by: erase)))
        sheet.popoverPresentationController?.sourceView = erase
        present(sheet, animated: true)
    }

    private func reported(by button: Button) -> (AlertAction) -> Void {
        { [weak self, weak button] action in
            guard let self, let button else { return }
            report(button, "chosen", action.title ?? "")
        }
    }
}
