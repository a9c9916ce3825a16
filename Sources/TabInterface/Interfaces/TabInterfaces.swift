package import DBusInterface

/// The interfaces of the bus contract, in the order of `tabd --introspect`.
package enum TabInterfaces {
    /// The interfaces that the daemon implements.
    package static let all: [InterfaceDescription] = [
        ManagerInterface.description,
        ViewControllerInterface.description,
        TabBarItemInterface.description,
        TabBarControllerInterface.description,
        TabBarInterface.description,
        MoreListInterface.description,
        FocusInterface.description,
        NavigationControllerInterface.description,
        NavigationItemInterface.description,
        WindowInterface.description,
        PopoverPresentationControllerInterface.description,
        AlertControllerInterface.description,
        PluginInterface.description,
    ]

    /// The interfaces that clients implement and the daemon calls.
    package static let clients: [InterfaceDescription] = [
        RemoteViewControllerInterface.description,
        TabBarControllerDelegateInterface.description,
        PopoverPresentationControllerDelegateInterface.description,
    ]
}
