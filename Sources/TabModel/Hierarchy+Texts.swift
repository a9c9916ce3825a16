extension Hierarchy {
    /// What the texts of a controller take, in bytes.
    package func textContent(of id: ViewControllerID) -> Int {
        guard let node = nodes[id] else { return 0 }
        let (item, navigationItem) = (node.settings.item, node.settings.navigationItem)
        let texts = [
            node.settings.title, item.title, item.image, item.badgeValue, item.badgeColor, item.ownSelectedImage,
            navigationItem.title,
        ]
        let buttons = navigationItem.barButtonItems
        return node.restorationIdentifier.utf8.count + texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            + buttons.reduce(0) { $0 + $1.title.utf8.count + $1.image.utf8.count } + (node.alert?.textContent ?? 0)
    }
}
