package import DBusInterface

/// An object of a client: its unique name and a path there.
package struct ClientObject: DBusStructure, Hashable {
    package var name: String
    package var path: ObjectPath

    package init(name: String, path: ObjectPath) {
        self.name = name
        self.path = path
    }

    package static let none = ClientObject(name: "", path: .none)
    package var isNone: Bool { name.isEmpty }

    package static let layout = Layout<ClientObject>({ ClientObject(name: $0, path: $1) }, \.name, \.path)
}
