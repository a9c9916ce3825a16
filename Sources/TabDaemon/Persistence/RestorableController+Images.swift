import DBusInterface
import TabInterface
import TabModel

extension RestorableController {
    /// The images that it names in its items, buttons and arguments.
    var imageNames: Set<String> {
        Set((Array(archive.properties.values) + Array(arguments.values)).flatMap(\.imageNames))
    }

    /// Removes images that are lost from its items and buttons. Its arguments are left alone.
    ///
    /// - Parameter isLost: Whether a name lacks its image.
    /// - Returns: The names that were removed.
    mutating func removeImages(where isLost: (String) -> Bool) -> Set<String> {
        var removed = archive.settings.removeImages(where: isLost)
        for index in archive.tabs?.parts.indices ?? 0..<0 {
            removed.formUnion(archive.tabs?.parts[index].settings.removeImages(where: isLost) ?? [])
        }
        return removed
    }
}

extension ViewControllerSettings {
    fileprivate mutating func removeImages(where isLost: (String) -> Bool) -> Set<String> {
        var removed: Set<String> = []
        func isRemoved(_ image: String) -> Bool {
            guard ImageName.isName(image), isLost(image) else { return false }
            removed.insert(image)
            return true
        }
        if let selected = item.ownSelectedImage, isRemoved(selected) { item.selectedImage = nil }
        if let image = item.image, isRemoved(image) { item.image = nil }
        for buttons in [
            \NavigationItem.leftBarButtonItems, \NavigationItem.rightBarButtonItems, \NavigationItem.toolbarItems,
        ] {
            for index in navigationItem[keyPath: buttons].indices
            where isRemoved(navigationItem[keyPath: buttons][index].image) {
                navigationItem[keyPath: buttons][index].image = ""
            }
        }
        return removed
    }
}

extension Variant {
    /// The texts inside that are names of images.
    var imageNames: [String] {
        switch self {
        case .string(let text): ImageName.isName(text) ? [text] : []
        case .array(_, let values), .structure(let values): values.flatMap(\.imageNames)
        case .variant(let value): value.imageNames
        case .dictionary(_, _, let entries): entries.flatMap { $0.key.imageNames + $0.value.imageNames }
        default: []
        }
    }
}
