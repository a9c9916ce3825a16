package import DBusInterface

/// The whole contract, as introspection tells it.
package enum TabInterfaces {
    /// What the daemon answers.
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

    /// What clients answer and the daemon calls.
    package static let clients: [InterfaceDescription] = [
        RemoteViewControllerInterface.description,
        TabBarControllerDelegateInterface.description,
        PopoverPresentationControllerDelegateInterface.description,
    ]
}
