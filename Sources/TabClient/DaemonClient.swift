package import DBusConnection
package import DBusInterface
package import EventLoop
package import TabInterface

/// A client of the daemon, with a typed proxy for each interface of the bus contract.
@EventLoop
package protocol DaemonClient {
    var connection: Connection { get }
    /// The bus name that is called; nil on a private connection.
    var destination: String? { get }
}

extension DaemonClient {
    private func object<Interface>(_ path: ObjectPath) -> ObjectProxy<Interface> {
        ObjectProxy(connection, on: destination, at: path)
    }

    package var manager: ObjectProxy<ManagerInterface> { object(TabNames.root) }

    package func alert(_ path: ObjectPath) -> ObjectProxy<AlertControllerInterface> { object(path) }

    package func focus(_ path: ObjectPath) -> ObjectProxy<FocusInterface> { object(path) }

    package func moreList(_ path: ObjectPath) -> ObjectProxy<MoreListInterface> { object(path) }

    package func navigationController(_ path: ObjectPath) -> ObjectProxy<NavigationControllerInterface> {
        object(path)
    }

    package func navigationItem(_ path: ObjectPath) -> ObjectProxy<NavigationItemInterface> { object(path) }

    package func objectManager(_ path: ObjectPath) -> ObjectProxy<ObjectManagerInterface> { object(path) }

    package func peer(_ path: ObjectPath) -> ObjectProxy<PeerInterface> { object(path) }

    package func plugin(_ path: ObjectPath) -> ObjectProxy<PluginInterface> { object(path) }

    package func popover(_ path: ObjectPath) -> ObjectProxy<PopoverPresentationControllerInterface> { object(path) }

    package func properties(_ path: ObjectPath) -> ObjectProxy<PropertiesInterface> { object(path) }

    package func tabBarController(_ path: ObjectPath) -> ObjectProxy<TabBarControllerInterface> { object(path) }

    package func tabBar(_ path: ObjectPath) -> ObjectProxy<TabBarInterface> { object(path) }

    package func tabBarItem(_ path: ObjectPath) -> ObjectProxy<TabBarItemInterface> { object(path) }

    package func viewController(_ path: ObjectPath) -> ObjectProxy<ViewControllerInterface> { object(path) }

    package func window(_ path: ObjectPath) -> ObjectProxy<WindowInterface> { object(path) }
}
