import PluginHosting
import TabModel

/// Titles from manifests, which have languages.
extension Instances {
    /// Shows the titles of a view controller that come from its manifest in the language of its window (`S-171`). A title
    /// that is none of the manifest's stays.
    func localizeTitles(of id: ViewControllerID) {
        guard let record = records[id], !record.pluginID.isEmpty, !record.hasGivenTitle,
            let plugin = plugins.registry?.plugin(record.pluginID)
        else { return }
        let pluginClass = plugin.ownClass(String(record.type.dropFirst(plugin.id.utf8.count + 1)))
        guard !pluginClass.titles.isEmpty else { return }
        let language = delivery.hierarchy.nodes.language(around: id)
        let title = pluginClass.title(in: CatalogDirectory.names(for: language.locale))
        try? delivery.perform { model in
            try model.changeSettings(of: id) {
                if pluginClass.hasTitle($0.title) { $0.title = title }
                if pluginClass.hasTitle($0.item.title) { $0.item.title = title }
                if pluginClass.hasTitle($0.navigationItem.title) { $0.navigationItem.title = title }
            }
        }
    }
}
