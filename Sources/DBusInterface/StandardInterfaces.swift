/// `org.freedesktop.DBus.Introspectable`.
package enum IntrospectableInterface {
    package static let name = "org.freedesktop.DBus.Introspectable"
    package static let introspect = Method<() -> String>(
        "Introspect", returns: "xml_data", summary: "The interfaces and children of this object as XML.")
    package static let description = InterfaceDescription(
        name, summary: "Describes the object.", [introspect])
}

/// `org.freedesktop.DBus.Properties`.
package enum PropertiesInterface {
    package static let name = "org.freedesktop.DBus.Properties"
    package static let get = Method<(String, String) -> Variant>(
        "Get", "interface_name", "property_name", returns: "value", summary: "Reads one property.")
    package static let getAll = Method<(String) -> [String: Variant]>(
        "GetAll", "interface_name", returns: "properties", summary: "Reads all properties of an interface.")
    package static let set = Method<(String, String, Variant) -> Void>(
        "Set", "interface_name", "property_name", "value", summary: "Writes one property.")
    package static let propertiesChanged = Signal<String, [String: Variant], [String]>(
        "PropertiesChanged", "interface_name", "changed_properties", "invalidated_properties",
        summary: "Properties have new values, or (the last list) must be read again.")
    package static let description = InterfaceDescription(
        name, summary: "Reads and writes properties.",
        [get, getAll, set, propertiesChanged])
}

/// `org.freedesktop.DBus.Peer`.
package enum PeerInterface {
    package static let name = "org.freedesktop.DBus.Peer"
    package static let ping = Method<() -> Void>(
        "Ping", summary: "Replies after all earlier calls have been handled and announced.")
    package static let getMachineID = Method<() -> String>(
        "GetMachineId", returns: "machine_uuid", summary: "The machine's id, 32 hexadecimal digits.")
    package static let description = InterfaceDescription(
        name, summary: "Methods of every peer.", [ping, getMachineID])
}

/// `org.freedesktop.DBus.ObjectManager`.
package enum ObjectManagerInterface {
    package static let name = "org.freedesktop.DBus.ObjectManager"
    package typealias Interfaces = [String: [String: Variant]]
    package static let getManagedObjects = Method<() -> [ObjectPath: Interfaces]>(
        "GetManagedObjects", returns: "objects", summary: "All objects below this one, with all their properties.")
    package static let interfacesAdded = Signal<ObjectPath, Interfaces>(
        "InterfacesAdded", "object_path", "interfaces_and_properties",
        summary: "An object, or some of its interfaces, was added.")
    package static let interfacesRemoved = Signal<ObjectPath, [String]>(
        "InterfacesRemoved", "object_path", "interfaces",
        summary: "An object, or some of its interfaces, was removed.")
    package static let description = InterfaceDescription(
        name, summary: "Lists the objects.",
        [getManagedObjects, interfacesAdded, interfacesRemoved])
}
