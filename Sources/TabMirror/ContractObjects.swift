package import DBusInterface
package import TabInterface

/// The properties of one interface of an object, by the names of the contract: `tree.tabBar(path).items`.
///
/// A property is nil when the object, its interface or the property is missing.
@dynamicMemberLookup
package struct ObjectProperties<Interface: ContractInterface> {
    fileprivate let values: [String: Variant]?

    package subscript<Content: DBusType>(
        dynamicMember property: KeyPath<Interface.Type, Property<Content>>
    ) -> Content? {
        values?[Interface.self[keyPath: property].name]?.get()
    }
}

/// The daemon's objects, as known to a client.
package protocol ContractObjects {
    /// The properties of each object, by interface and name.
    var objects: [ObjectPath: [String: [String: Variant]]] { get }
}

extension ContractObjects {
    private func properties<Interface>(of path: ObjectPath) -> ObjectProperties<Interface> {
        ObjectProperties(values: objects[path]?[Interface.name])
    }

    package func alert(_ path: ObjectPath) -> ObjectProperties<AlertControllerInterface> { properties(of: path) }

    /// Whether a tab bar controller has a focus. Older daemons have one only in profile tv.
    package func hasFocus(_ path: ObjectPath) -> Bool {
        focus(path).enabled ?? (tabBarController(path).profile == "tv")
    }

    package func focus(_ path: ObjectPath) -> ObjectProperties<FocusInterface> { properties(of: path) }

    package func moreList(_ path: ObjectPath) -> ObjectProperties<MoreListInterface> { properties(of: path) }

    package func navigationController(_ path: ObjectPath) -> ObjectProperties<NavigationControllerInterface> {
        properties(of: path)
    }

    package func navigationItem(_ path: ObjectPath) -> ObjectProperties<NavigationItemInterface> {
        properties(of: path)
    }

    package func plugin(_ path: ObjectPath) -> ObjectProperties<PluginInterface> { properties(of: path) }

    package func popover(_ path: ObjectPath) -> ObjectProperties<PopoverPresentationControllerInterface> {
        properties(of: path)
    }

    package func tabBarController(_ path: ObjectPath) -> ObjectProperties<TabBarControllerInterface> {
        properties(of: path)
    }

    package func tabBar(_ path: ObjectPath) -> ObjectProperties<TabBarInterface> { properties(of: path) }

    package func tabBarItem(_ path: ObjectPath) -> ObjectProperties<TabBarItemInterface> { properties(of: path) }

    package func viewController(_ path: ObjectPath) -> ObjectProperties<ViewControllerInterface> {
        properties(of: path)
    }

    package func window(_ path: ObjectPath) -> ObjectProperties<WindowInterface> { properties(of: path) }

    /// Returns the view controller with the window that contains a view controller: the one without a container and
    /// without a presenter.
    package func root(of path: ObjectPath) -> ObjectPath {
        var root = path
        // A higher tree must contain a circle.
        for _ in 0..<128 {
            let controller = viewController(root)
            guard
                let next = [controller.parent, controller.presentingViewController].compactMap(\.self)
                    .first(where: { !$0.isNone })
            else { break }
            root = next
        }
        return root
    }

    /// Whether the view controller itself is presented, not only its container.
    package func isPresented(_ path: ObjectPath) -> Bool {
        let controller = viewController(path)
        return controller.parent?.isNone != false && controller.presentingViewController?.isNone == false
    }
}
