extension ControllerArchive {
    /// What its texts take, in bytes.
    package var textContent: Int {
        let texts = [
            title, item.title, item.image, item.badgeValue, item.badgeColor, item.ownSelectedImage,
            navigationItem.title,
        ]
        let buttons = navigationItem.leftBarButtonItems + navigationItem.rightBarButtonItems
        return restorationIdentifier.utf8.count + texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            + buttons.reduce(0) { $0 + $1.title.utf8.count + $1.image.utf8.count }
    }
}
