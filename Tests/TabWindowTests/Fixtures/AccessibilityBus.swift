import Foundation
import TestSupport

/// An object of AT-SPI: a widget as screen readers see it.
struct AccessibleReference: DBusStructure, Hashable {
    var name: String
    var path: ObjectPath

    init(name: String, path: ObjectPath) {
        self.name = name
        self.path = path
    }

    static let layout = FieldLayout("AccessibleReference", Self.init, "name", "path", values: \.name, \.path)
}

/// A part of a window.
struct Extents: DBusStructure, Hashable {
    var x: Int32
    var y: Int32
    var width: Int32
    var height: Int32

    init(x: Int32, y: Int32, width: Int32, height: Int32) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    static let layout = FieldLayout(
        "Extents", Self.init, "x", "y", "width", "height", values: \.x, \.y, \.width, \.height)
    var middle: (x: Double, y: Double) { (Double(x) + Double(width) / 2, Double(y) + Double(height) / 2) }
}

/// The bus of screen readers in a session, and a client on it.
@EventLoop
final class AccessibilityBus {
    private static let accessible = "org.a11y.atspi.Accessible"
    private static let getAddress = Method<() -> String>(
        "GetAddress", of: "org.a11y.Bus", returns: "address", summary: "Returns the address of the bus.")
    private static let getChildren = Method<() -> [AccessibleReference]>(
        "GetChildren", of: accessible, returns: "children", summary: "Returns the children.")
    private static let getRoleName = Method<() -> String>(
        "GetRoleName", of: accessible, returns: "name", summary: "Returns the role.")
    private static let getState = Method<() -> [UInt32]>(
        "GetState", of: accessible, returns: "state", summary: "Returns the states as bits.")
    private static let doAction = Method<(Int32) -> Bool>(
        "DoAction", of: "org.a11y.atspi.Action", "index", returns: "done", summary: "Does an action.")
    private static let getText = Method<(Int32, Int32) -> String>(
        "GetText", of: "org.a11y.atspi.Text", "start", "end", returns: "text", summary: "Returns the text.")
    private static let getExtents = Method<(UInt32) -> Extents>(
        "GetExtents", of: "org.a11y.atspi.Component", "type", returns: "extents", summary: "Returns the place.")
    private static let get = Method<(String, String) -> Variant>(
        "Get", of: PropertiesInterface.name, "interface", "name", returns: "value", summary: "Returns a property.")

    private let launcher: ChildProcess
    private let connection: Connection

    init(on bus: PrivateBus) async throws {
        launcher = try ChildProcess(
            "/usr/libexec/at-spi-bus-launcher", ["--launch-immediately"],
            environment: bus.environment.merging(["XDG_DATA_DIRS": "/usr/share", "DBUS_FATAL_WARNINGS": "0"]) { $1 },
            output: .none, errors: .none)
        let session = try Connection.bus(at: bus.address)
        defer { session.close() }
        var address = ""
        try await EventLoop.until("the bus of screen readers starting") {
            let found: String? = try? await session.call(Self.getAddress, at: "/org/a11y/bus", on: "org.a11y.Bus")
            address = found ?? ""
            return !address.isEmpty
        }
        connection = try Connection.bus(at: address)
    }

    isolated deinit {
        connection.close()
        launcher.send(SIGTERM)
    }

    /// Returns the applications.
    func applications() async throws(DBusError) -> [AccessibleReference] {
        try await children(
            of: AccessibleReference(name: "org.a11y.atspi.Registry", path: "/org/a11y/atspi/accessible/root"))
    }

    func children(of object: AccessibleReference) async throws(DBusError) -> [AccessibleReference] {
        try await connection.call(Self.getChildren, at: object.path, on: object.name)
    }

    func role(of object: AccessibleReference) async throws(DBusError) -> String {
        try await connection.call(Self.getRoleName, at: object.path, on: object.name)
    }

    func states(of object: AccessibleReference) async throws(DBusError) -> UInt64 {
        let words = try await connection.call(Self.getState, at: object.path, on: object.name)
        return words.enumerated().reduce(0) { $0 | UInt64($1.element) << (32 * UInt64($1.offset)) }
    }

    func property<Content: DBusType>(
        _ name: String, of interface: String, _ object: AccessibleReference
    ) async throws(DBusError) -> Content? {
        try await connection.call(Self.get, at: object.path, on: object.name, "org.a11y.atspi." + interface, name).get()
    }

    func text(of object: AccessibleReference) async throws(DBusError) -> String {
        // GTK 4.8 returns no text of an entry for the end -1.
        let count: Int32 = try await property("CharacterCount", of: "Text", object) ?? 0
        return try await connection.call(Self.getText, at: object.path, on: object.name, 0, count)
    }

    func extents(of object: AccessibleReference) async throws(DBusError) -> Extents {
        try await connection.call(Self.getExtents, at: object.path, on: object.name, 1)
    }

    func act(on object: AccessibleReference) async throws(DBusError) {
        _ = try await connection.call(Self.doAction, at: object.path, on: object.name, 0)
    }
}
