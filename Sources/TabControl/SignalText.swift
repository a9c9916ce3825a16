internal import DBusConnection
internal import DBusInterface
internal import TabInterface
internal import TerminalUI

/// One signal as a line.
struct SignalText: Hashable, Sendable {
    var path: String
    var interface: String
    var member: String
    var arguments: [Variant]

    /// `PATH INTERFACE.MEMBER ARGUMENT ...`; the prefix of our own interfaces is left out.
    var text: String {
        let prefix = TabNames.interfacePrefix
        let interface = interface.hasPrefix(prefix) ? String(interface.dropFirst(prefix.count)) : interface
        let line = ["\(path) \(interface).\(member)"] + arguments.map { JSON($0).text }
        return CharacterWidth.printable(line.joined(separator: " "))
    }

    var json: JSON {
        [
            "path": .string(path),
            "interface": .string(interface),
            "member": .string(member),
            "arguments": .array(arguments.map { JSON($0) }),
        ]
    }
}

extension SignalText {
    init(_ signal: IncomingSignal, _ reader: some DBusReader) {
        var arguments: [Variant] = []
        while !reader.isAtEnd, let value = try? Variant.content(from: reader) { arguments.append(value) }
        self.init(path: signal.path, interface: signal.interface, member: signal.member, arguments: arguments)
    }
}
