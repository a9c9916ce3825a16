package import DBusInterface
internal import TabInterface

/// A client's copy of all objects: the reply of GetManagedObjects, kept up to date by the signals that follow.
///
/// It has no connection. Pass it the reply, then every following signal of the daemon in bus order.
package struct ObjectMirror: ContractObjects, Sendable {
    package private(set) var objects: [ObjectPath: [String: [String: Variant]]]
    /// Whether a property has changed whose signal has no value. Only another reply has it.
    package private(set) var isIncomplete = false

    package init(_ objects: [ObjectPath: [String: [String: Variant]]] = [:]) { self.objects = objects }

    /// The objects as `ManagedObjects`.
    package var managedObjects: ManagedObjects { ManagedObjects(objects) }

    /// Returns whether a signal can change the objects.
    package static func isRelevant(_ member: String, of interface: String) -> Bool {
        switch (interface, member) {
        case (PropertiesInterface.name, PropertiesInterface.propertiesChanged.name),
            (ObjectManagerInterface.name, ObjectManagerInterface.interfacesAdded.name),
            (ObjectManagerInterface.name, ObjectManagerInterface.interfacesRemoved.name):
            true
        default: false
        }
    }

    /// Applies one signal of the daemon.
    ///
    /// - Returns: Whether the objects have changed.
    package mutating func receive(
        _ member: String, of interface: String, from path: ObjectPath, _ arguments: [Variant]
    ) -> Bool {
        guard Self.isRelevant(member, of: interface) else { return false }
        switch member {
        case PropertiesInterface.propertiesChanged.name:
            guard let (changed, values, invalid) = PropertiesInterface.propertiesChanged.read(arguments),
                objects[path]?[changed] != nil
            else { return false }
            // The lists of the manager are silent about what they contain; the objects themselves say it.
            if !invalid.isEmpty, path != TabNames.root { isIncomplete = true }
            objects[path]?[changed]?.merge(values) { $1 }
        case ObjectManagerInterface.interfacesAdded.name:
            guard let (path, interfaces) = ObjectManagerInterface.interfacesAdded.read(arguments) else { return false }
            objects[path, default: [:]].merge(interfaces) { $1 }
        default:
            guard let (path, names) = ObjectManagerInterface.interfacesRemoved.read(arguments) else { return false }
            for name in names { objects[path]?[name] = nil }
            if objects[path]?.isEmpty == true { objects[path] = nil }
        }
        return true
    }
}
