internal import DBusInterface

/// Objects with their properties, as GetManagedObjects and Attach tell them.
struct ObjectTree: Sendable {
    let objects: [ObjectPath: [String: [String: Variant]]]

    init(_ objects: [ObjectPath: [String: [String: Variant]]]) { self.objects = objects }

    /// nil when the object or the property is not there.
    func value<Content: DBusType>(
        _ property: Property<Content>, of interface: String, at path: ObjectPath
    ) -> Content? {
        objects[path]?[interface]?[property.name]?.get()
    }

    /// The objects that have an interface; those of view controllers in the order of their numbers.
    func paths(with interface: String) -> [ObjectPath] {
        objects.filter { $1[interface] != nil }.keys.sorted {
            ($0.text.utf8.count, $0) < ($1.text.utf8.count, $1)
        }
    }
}
