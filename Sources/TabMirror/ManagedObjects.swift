package import DBusInterface

/// Objects with their properties, as in the replies of GetManagedObjects and Attach.
package struct ManagedObjects: ContractObjects, Sendable {
    package let objects: [ObjectPath: [String: [String: Variant]]]

    package init(_ objects: [ObjectPath: [String: [String: Variant]]]) { self.objects = objects }

    /// Returns the objects with an interface. View controllers are in the order of their numbers.
    package func paths(with interface: String) -> [ObjectPath] {
        objects.filter { $1[interface] != nil }.keys.sorted(by: Self.isBefore)
    }

    /// Compares view controllers by number.
    package static func isBefore(_ left: ObjectPath, _ right: ObjectPath) -> Bool {
        (left.text.utf8.count, left) < (right.text.utf8.count, right)
    }
}
