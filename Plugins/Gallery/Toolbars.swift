import TabPlugin

/// Presents a navigation controller with a toolbar.
final class Toolbars: GalleryTab {
    private let open = Button(title: "Show a toolbar")

    override func build() {
        open.identifier = "ShowToolbar"
        reportTaps(of: open)
        open.addAction(for: .primaryActionTriggered) { [weak self] in self?.showToolbar() }
        add([open])
    }

    override func place(in area: Rect) {
        open.frame = area.rows([[open].height(atLeast: 36, inWidth: area.width), 0])[0]
    }

    private func showToolbar() {
        let navigation = NavigationController(rootViewController: ToolbarPage())
        navigation.isToolbarHidden = false
        navigation.modalPresentationStyle = .fullScreen
        present(navigation, animated: true)
    }
}

/// A view controller with toolbar items. It shows the button that was tapped last.
final class ToolbarPage: GalleryTab {
    override func build() {
        title = "Toolbar"
        view.identifier = "Toolbar"
        let archive = button(title: "Archive")
        archive.isEnabled = false
        toolbarItems = [button(title: "Reply"), button(image: "starred-symbolic"), archive]
        navigationItem.rightBarButtonItem = BarButtonItem(title: "Done") { [weak self] _ in
            self?.dismiss(animated: true)
        }
    }

    private func button(title: String = "", image: String = "") -> BarButtonItem {
        BarButtonItem(title: title, image: image) { [weak self] item in
            guard let self else { return }
            report(view, "tapped", item.title.isEmpty ? item.image : item.title)
        }
    }
}
