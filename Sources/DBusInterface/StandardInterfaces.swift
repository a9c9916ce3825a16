/// `org.freedesktop.DBus.Introspectable`.
package enum IntrospectableInterface: ContractInterface {
    package static let name = "org.freedesktop.DBus.Introspectable"
    package static let summary = "Describes the object."
    package static let introspect: Method<() -> String> = method(
        "Introspect", returns: "xml_data", summary: "The interfaces and children of this object as XML.")
    package static let description = InterfaceDescription(Self.self, [introspect])
}

/// `org.freedesktop.DBus.Properties`.
package enum PropertiesInterface: ContractInterface {
    package static let name = "org.freedesktop.DBus.Properties"
    package static let summary = "Reads and writes properties."
    package static let get: Method<(String, String) -> Variant> = method(
        "Get", "interface_name", "property_name", returns: "value", summary: "Reads one property.")
    package static let getAll: Method<(String) -> [String: Variant]> = method(
        "GetAll", "interface_name", returns: "properties", summary: "Reads all properties of an interface.")
    package static let set: Method<(String, String, Variant) -> Void> = method(
        "Set", "interface_name", "property_name", "value", summary: "Writes one property.")
    package static let propertiesChanged: Signal<String, [String: Variant], [String]> = signal(
        "PropertiesChanged", "interface_name", "changed_properties", "invalidated_properties",
        summary: "Properties have new values, or (the last list) must be read again.")
    package static let description = InterfaceDescription(Self.self, [get, getAll, set, propertiesChanged])
}

/// `org.freedesktop.DBus.Peer`.
package enum PeerInterface: ContractInterface {
    package static let name = "org.freedesktop.DBus.Peer"
    package static let summary = "Methods of every peer."
    package static let ping: Method<() -> Void> = method(
        "Ping", summary: "Replies after all earlier calls have been handled and announced.")
    package static let getMachineID: Method<() -> String> = method(
        "GetMachineId", returns: "machine_uuid", summary: "The machine's id, 32 hexadecimal digits.")
    package static let description = InterfaceDescription(Self.self, [ping, getMachineID])
}

/// `org.freedesktop.DBus.ObjectManager`.
package enum ObjectManagerInterface: ContractInterface {
    package static let name = "org.freedesktop.DBus.ObjectManager"
    package static let summary = "Lists the objects."
    package typealias Interfaces = [String: [String: Variant]]
    package static let getManagedObjects: Method<() -> [ObjectPath: Interfaces]> = method(
        "GetManagedObjects", returns: "objects", summary: "All objects below this one, with all their properties.")
    package static let interfacesAdded: Signal<ObjectPath, Interfaces> = signal(
        "InterfacesAdded", "object_path", "interfaces_and_properties",
        summary: "An object, or some of its interfaces, was added.")
    package static let interfacesRemoved: Signal<ObjectPath, [String]> = signal(
        "InterfacesRemoved", "object_path", "interfaces",
        summary: "An object, or some of its interfaces, was removed.")
    package static let description = InterfaceDescription(
        Self.self, [getManagedObjects, interfacesAdded, interfacesRemoved])
}
