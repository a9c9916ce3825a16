import TestSupport

@testable import TabControl

extension TabTree {
    /// Receives a signal, and returns the lines about what it changed.
    mutating func lines(
        of member: String, _ interface: String, from path: ObjectPath, _ arguments: [Variant]
    ) -> [String] {
        let changes = receive(member, of: interface, from: path, arguments)
        return TreeText(self).lines(of: changes)
    }

    /// Receives new values of properties, and returns the lines about them.
    mutating func change(_ path: ObjectPath, _ interface: String, _ values: [String: Variant]) -> [String] {
        lines(
            of: "PropertiesChanged", PropertiesInterface.name, from: path,
            [.string(interface), values.variant, [String]().variant])
    }
}
