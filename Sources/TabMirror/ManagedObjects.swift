package import DBusInterface

/// Objects with their properties, as GetManagedObjects and Attach tell them.
package struct ManagedObjects: ContractObjects, Sendable {
    package let objects: [ObjectPath: [String: [String: Variant]]]

    package init(_ objects: [ObjectPath: [String: [String: Variant]]]) { self.objects = objects }

    /// The objects that have an interface; those of view controllers in the order of their numbers.
    package func paths(with interface: String) -> [ObjectPath] {
        objects.filter { $1[interface] != nil }.keys.sorted(by: Self.isBefore)
    }

    /// By number, for view controllers.
    package static func isBefore(_ left: ObjectPath, _ right: ObjectPath) -> Bool {
        (left.text.utf8.count, left) < (right.text.utf8.count, right)
    }
}
