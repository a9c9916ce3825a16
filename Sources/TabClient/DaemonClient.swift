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
    private func object<Interface>(_ path: ObjectPath) -> RemoteObject<Interface> {
        RemoteObject(connection, on: destination, at: path)
    }

    package var manager: RemoteObject<ManagerInterface> { object(TabNames.root) }

    package func alert(_ path: ObjectPath) -> RemoteObject<AlertControllerInterface> { object(path) }

    package func focus(_ path: ObjectPath) -> RemoteObject<FocusInterface> { object(path) }

    package func moreList(_ path: ObjectPath) -> RemoteObject<MoreListInterface> { object(path) }

    package func navigationController(_ path: ObjectPath) -> RemoteObject<NavigationControllerInterface> {
        object(path)
    }

    package func navigationItem(_ path: ObjectPath) -> RemoteObject<NavigationItemInterface> { object(path) }

    package func objectManager(_ path: ObjectPath) -> RemoteObject<ObjectManagerInterface> { object(path) }

    package func peer(_ path: ObjectPath) -> RemoteObject<PeerInterface> { object(path) }

    package func plugin(_ path: ObjectPath) -> RemoteObject<PluginInterface> { object(path) }

    package func popover(_ path: ObjectPath) -> RemoteObject<PopoverPresentationControllerInterface> { object(path) }

    package func properties(_ path: ObjectPath) -> RemoteObject<PropertiesInterface> { object(path) }

    package func tabBarController(_ path: ObjectPath) -> RemoteObject<TabBarControllerInterface> { object(path) }

    package func tabBar(_ path: ObjectPath) -> RemoteObject<TabBarInterface> { object(path) }

    package func tabBarItem(_ path: ObjectPath) -> RemoteObject<TabBarItemInterface> { object(path) }

    package func viewController(_ path: ObjectPath) -> RemoteObject<ViewControllerInterface> { object(path) }

    package func window(_ path: ObjectPath) -> RemoteObject<WindowInterface> { object(path) }
}
