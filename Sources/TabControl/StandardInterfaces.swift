internal import DBusInterface

/// The methods of the bus specification that tabctl calls.
enum PropertiesInterface {
    static let name = "org.freedesktop.DBus.Properties"
    static let get = Method<(String, String) -> Variant>(
        "Get", "interface", "name", returns: "value", summary: "Reads a property.")
    static let set = Method<(String, String, Variant) -> Void>(
        "Set", "interface", "name", "value", summary: "Writes a property.")
}

enum ObjectManagerInterface {
    static let name = "org.freedesktop.DBus.ObjectManager"
    static let getManagedObjects = Method<() -> [ObjectPath: [String: [String: Variant]]]>(
        "GetManagedObjects", returns: "objects", summary: "Reads every object with its properties.")
}
