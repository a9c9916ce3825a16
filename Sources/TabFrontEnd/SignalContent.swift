package import DBusConnection
package import DBusInterface

/// A signal of the daemon with its arguments.
package struct SignalContent: Hashable, Sendable {
    package var path: String
    package var interface: String
    package var member: String
    package var arguments: [Variant]

    package init(path: String, interface: String, member: String, arguments: [Variant]) {
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }

    package init(_ signal: IncomingSignal, _ reader: some DBusReader) {
        var arguments: [Variant] = []
        while !reader.isAtEnd, let value = try? Variant.content(from: reader) { arguments.append(value) }
        self.init(path: signal.path, interface: signal.interface, member: signal.member, arguments: arguments)
    }
}
