/// The content of `plugin.toml`: what a plugin claims about itself. It is not trusted.
package struct Manifest: Hashable, Sendable {
    package static let fileName = "plugin.toml"
    /// The maximum size of the file in bytes.
    package static let maximumSize = 65536

    package let id: String
    package let name: String
    package let version: String
    /// The version of the plugin interface, see `TAB_PLUGIN_ABI_VERSION`.
    package let abi: UInt32
    /// The name of a file in the plugin's folder.
    package let library: String
    /// The Swift release that built it, such as `6.3`; nil for a plugin in C.
    package let swift: String?
    package let isolation: Isolation
    package let classes: [PluginClass]
    package let popoverBackgrounds: [PopoverBackground]
    /// One sentence for each unknown key, with its position.
    package let unknownKeys: [String]

    /// Where a plugin's code runs.
    package enum Isolation: String, Sendable {
        case process
        case inProcess = "in-process"
    }

    /// A class of view controllers in the manifest.
    package struct PluginClass: Hashable, Sendable {
        package let name: String
        /// The title and icon of a new controller's tab bar item (H-2).
        package let title: String
        /// The titles in other languages, by the names of locales such as `de` or `pt_BR`.
        package let titles: [String: String]
        package let icon: String
        /// The name of the preferred popover background; nil for the standard one.
        package let background: String?
        /// `ViewController` or `TabBarController`.
        package let superclass: String

        /// A class that no manifest describes.
        package init(name: String, superclass: String = "ViewController") {
            self.init(name: name, title: "", icon: "", background: nil, superclass: superclass)
        }

        init(name: String, title: String, icon: String, background: String?, superclass: String) {
            self.name = name
            self.title = title
            titles = [:]
            self.icon = icon
            self.background = background
            self.superclass = superclass
        }

        /// Returns the title in the first of these languages that has one.
        package func title(in languages: [String]) -> String {
            languages.lazy.compactMap { titles[$0] }.first ?? title
        }

        /// Returns whether a text is a title of the class, in any language.
        package func hasTitle(_ text: String?) -> Bool { text == title || titles.values.contains { $0 == text } }
    }

    /// A popover background in the manifest: its measures in points, and its colours.
    package struct PopoverBackground: Hashable, Sendable {
        package let name: String
        package let arrowHeight: Double
        package let arrowBase: Double
        /// Top, left, bottom, right.
        package let contentInsets: [Double]
        /// Whether front ends draw an inner edge and a shadow around the content (P49).
        package let wantsDefaultContentAppearance: Bool
        /// The colours of its surface and its edge; empty for the standard ones.
        package let fillColor: String
        package let borderColor: String
    }

    /// One sentence for each class whose popover background is missing from the manifest.
    package var unknownBackgrounds: [String] {
        classes.compactMap { pluginClass in
            guard let wish = pluginClass.background, !popoverBackgrounds.contains(where: { $0.name == wish }) else {
                return nil
            }
            return
                "class '\(pluginClass.name)' has the background '\(wish)', which is not the name of a [[popover_background]]"
        }
    }
}

/// The reason why a manifest can't be used. The description names file and position.
package struct ManifestError: Error, Hashable, Sendable, CustomStringConvertible {
    package let file: String
    package let line: Int
    package let column: Int
    package let message: String

    package var description: String { "\(file):\(line):\(column): \(message)" }
}
