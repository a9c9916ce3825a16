package import DBusInterface

/// An object of a client: the client's unique name and the object path.
package struct ClientObject: DBusStructure, Hashable {
    package var name: String
    package var path: ObjectPath

    package init(name: String, path: ObjectPath) {
        self.name = name
        self.path = path
    }

    package static let none = ClientObject(name: "", path: .none)
    package var isNone: Bool { name.isEmpty }

    package static let layout = FieldLayout("ClientObject", Self.init, "name", "path", values: \.name, \.path)
}

/// A reference to a view of a view controller, `(ou)`.
package struct ViewReference: DBusStructure, Hashable {
    package var viewController: ObjectPath
    package var view: UInt32

    package init(viewController: ObjectPath, view: UInt32) {
        self.viewController = viewController
        self.view = view
    }

    package static let none = ViewReference(viewController: .none, view: 0)

    package static let layout = FieldLayout(
        "ViewReference", Self.init, "view_controller", "view", values: \.viewController, \.view)
}
