import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// Finds the images that something names: items and buttons of the model, views, and view controllers that Reopen can
/// restore.
@EventLoop
struct NamedImages {
    let delivery: EventDelivery
    let recentlyDestroyed: RecentlyDestroyed
    let records: ControllerRecords

    /// Returns the names. Texts that merely look like one are included.
    func all() -> Set<String> {
        var names: Set<String> = []
        func note(_ image: String?) {
            if let image, ImageName.isName(image) { names.insert(image) }
        }
        let nodes = delivery.hierarchy.nodes
        for id in nodes.allIDs {
            let item = nodes.tabBarItem(of: id)
            note(item.image)
            note(item.ownSelectedImage)
            let bar = nodes.navigationItem(of: id)
            for button in bar.barButtonItems + bar.toolbarItems { note(button.image) }
        }
        for record in records.all.values {
            for entry in record.views.entries.values { entry.forEachImage { note($0) } }
            names.formUnion(record.arguments.values.flatMap(\.imageNames))
        }
        for destroyed in recentlyDestroyed.all { names.formUnion(destroyed.kept.imageNames) }
        return names
    }
}

extension RestorableController {
    /// The images that it names in its items, buttons and arguments.
    var imageNames: Set<String> {
        Set((Array(archive.properties.values) + Array(arguments.values)).flatMap(\.imageNames))
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
