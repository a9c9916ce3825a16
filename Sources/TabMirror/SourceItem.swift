package import DBusInterface
package import TabInterface

/// The anchor of a popover.
package enum SourceItem: Hashable, Sendable {
    case barButtonItem(ViewReference)
    case view(ViewReference)
    case tabBar(ObjectPath)
    /// An item of the bar by its position.
    case tabBarItem(ObjectPath, Int)
}
