package import DBusInterface
package import EventLoop
import TabInterface

/// The interfaces of the bus contract, in the order of `tabd --introspect`.
@EventLoop
package enum DaemonInterfaces {
    /// The interfaces that the daemon implements.
    package static var all: [InterfaceDescription] {
        [
            ManagerFacade.interface.description, ViewControllerFacade.interface.description,
            TabBarItemFacade.interface.description, TabBarControllerFacade.interface.description,
            TabBarFacade.interface.description, MoreListFacade.interface.description,
            FocusFacade.interface.description, NavigationControllerFacade.interface.description,
            NavigationItemFacade.interface.description, WindowFacade.interface.description,
            PopoverFacade.interface.description, AlertFacade.interface.description, PluginFacade.interface.description,
            PrivateConnections.interface.description,
        ]
    }

    /// The interfaces that clients implement and the daemon calls.
    package static let clients: [InterfaceDescription] = [
        ViewControllerFactoryInterface.description, RemoteViewControllerInterface.description,
        TabBarControllerDelegateInterface.description, PopoverPresentationControllerDelegateInterface.description,
    ]

    /// The types of all arguments, properties, options and values of views, for `tabd-qt.h`.
    package static var types: [TypeDescription] {
        (all + clients).flatMap(\.members).flatMap(\.types) + ViewClassDocument.types
    }
}
