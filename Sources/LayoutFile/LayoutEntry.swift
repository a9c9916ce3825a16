package import DBusInterface
package import TabInterface

/// A view controller as a layout declares it, with what is inside it. What the file does not say is nil, and left as it is.
package struct LayoutEntry: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case tabBar = "tab bar"
        case navigation, view

        /// The key of what is inside.
        package var childrenKey: String? {
            switch self {
            case .tabBar: "tabs"
            case .navigation: "stack"
            case .view: nil
            }
        }
    }

    package var kind: Kind
    /// The file's, or one that `RestorationIdentifiers` gives.
    package var identifier = ""
    /// Whether the file says the identifier.
    package var isNamed = false
    /// `PLUGIN.CLASS`; empty for the containers that no plugin makes.
    package var type = ""
    package var title: String?
    package var icon: String?
    package var badge: String?
    package var profile: String?
    package var size: DBusSize?
    package var arguments: [String: Variant]?
    /// The tabs, or the stack with its root first.
    package var children: [LayoutEntry]?
    /// Where the file says it, counted from 1.
    package var line = 1

    package init(kind: Kind) { self.kind = kind }

    /// The type in the identifiers of those that have none of their own: a navigation controller has its root's.
    package var typeOfContent: String {
        switch kind {
        case .view: type
        case .navigation: children?.first?.type ?? "navigation"
        case .tabBar: "tabs"
        }
    }

    /// For messages.
    package var typeName: String {
        switch kind {
        case .view: type
        case .navigation: "navigation controller"
        case .tabBar: "tab bar controller"
        }
    }
}
