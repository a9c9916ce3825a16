package import DBusInterface
package import TabInterface

/// What a popover comes from.
package enum SourceItem: Hashable, Sendable {
    case barButtonItem(ViewReference)
    case view(ViewReference)
    case tabBar(ObjectPath)
    /// An item of the bar by its position.
    case tabBarItem(ObjectPath, Int)
}
