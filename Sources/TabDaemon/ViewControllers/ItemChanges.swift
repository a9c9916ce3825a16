import DBusInterface
import TabInterface
import TabModel

/// The fields of a tab bar item to set. nil leaves a field unchanged, and `""` is UIKit's nil.
struct TabBarItemChange: Equatable {
    var title: String?
    var image: String?
    var selectedImage: String?
    var badgeValue: String?
    var badgeColor: String?
    var isEnabled: Bool?
    var tag: Int64?
    var systemItem: String?
    /// The values of `TabBarItem.flags`, by name.
    var flags: [String: Bool] = [:]
    /// The values of `TabBarItem.descriptions`, by name.
    var descriptions: [String: String] = [:]
    /// Whether it replaces the item. Then nil is the default value.
    var isReplacement = false
}

/// The fields of a navigation item to set. nil leaves a field unchanged, and an empty title is UIKit's
/// nil.
struct NavigationItemChange {
    var title: String?
    var leftItems: [BarButtonItemEntry]?
    var rightItems: [BarButtonItemEntry]?
    var hidesBackButton: Bool?
}

/// Item changes by the names of the properties.
extension TabBarItemChange {
    init(_ values: [String: Variant]) {
        self.init(
            title: values["Title"]?.get(), image: values["Image"]?.get(), selectedImage: values["SelectedImage"]?.get(),
            badgeValue: values["BadgeValue"]?.get(), badgeColor: values["BadgeColor"]?.get(),
            isEnabled: values["Enabled"]?.get(), tag: values["Tag"]?.get(), systemItem: values["SystemItem"]?.get())
        for (name, _) in TabBarItem.flags { flags[name] = values[name]?.get() }
        for (name, _) in TabBarItem.descriptions { descriptions[name] = values[name]?.get() }
    }
}

extension TabBarItem {
    /// The fields that are false by default, by their names on the bus.
    static let flags: [(name: String, field: any WritableKeyPath<TabBarItem, Bool> & Sendable)] = [
        ("NeedsAttention", \.needsAttention), ("Loading", \.isLoading), ("AllowsClosing", \.allowsClosing),
        ("AllowsReordering", \.allowsReordering),
    ]
    /// The texts that describe the item and are nil by default, by their names on the bus.
    static let descriptions: [(name: String, field: any WritableKeyPath<TabBarItem, String?> & Sendable)] = [
        ("Tooltip", \.tooltip), ("AccessibilityLabel", \.accessibilityLabel),
    ]
}

extension NavigationItemChange {
    init(_ values: [String: Variant]) {
        self.init(
            title: values["Title"]?.get(), leftItems: values["LeftBarButtonItems"]?.get(),
            rightItems: values["RightBarButtonItems"]?.get(), hidesBackButton: values["HidesBackButton"]?.get())
    }
}

extension [String: Variant] {
    /// Checks the names and types of properties to set.
    ///
    /// - Throws: `InvalidArgument` for an unknown name, `InvalidArgs` for another type.
    func requireProperties(of interface: String, _ properties: [MemberDescription]) throws(DBusError) {
        var signatures: [String: String] = [:]
        for case .property(let name, let type, _, _, _, _) in properties { signatures[name] = type.signature }
        for (name, value) in sorted(by: { $0.key < $1.key }) {
            guard let signature = signatures[name] else {
                throw .invalidArgument(
                    "'\(name.prefix(80))' is not a writable property of \(interface); expected "
                        + signatures.keys.sorted().joined(separator: ", "))
            }
            guard value.signature != signature else { continue }
            throw .invalidArgs("\(name) has type '\(value.signature)', expected '\(signature)'")
        }
    }
}
