package import DBusInterface
import TabInterface

/// A view controller that a layout declares, with its children. Properties that the file does not declare are nil and
/// stay unchanged.
package struct LayoutEntry: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case tabBar = "tab bar"
        case navigation, view

        /// The key of the children.
        package var childrenKey: String? { [.tabBar: "tabs", .navigation: "stack"][self] }
    }

    package var kind: Kind
    /// The identifier in the file, or one derived by `RestorationIdentifiers`.
    package var identifier = ""
    /// Whether the file declares the identifier.
    package var isNamed = false
    /// `PLUGIN.CLASS`; empty for plain containers.
    package var type = ""
    package var title: String?
    package var icon: String?
    package var badge: String?
    /// Whether a tab is hidden by default, and whether the user may hide it.
    package var isHidden: Bool?
    package var allowsHiding: Bool?
    /// Whether the instance of a new view is created when it is first displayed.
    package var isLazy: Bool?
    package var profile: String?
    package var window = LayoutWindow()
    package var arguments: [String: Variant]?
    /// The tabs, or the stack with its root first.
    package var children: [LayoutEntry]?
    /// The line in the file, counted from 1.
    package var line = 1

    package init(kind: Kind) { self.kind = kind }

    /// The type for derived identifiers. A navigation controller uses the type of its root.
    package var typeOfContent: String {
        switch kind {
        case .view: type
        case .navigation: children?.first?.type ?? "navigation"
        case .tabBar: "tabs"
        }
    }

    /// The type for messages.
    package var typeName: String {
        kind == .view ? type : "\(kind.rawValue) controller"
    }
}
