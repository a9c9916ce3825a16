/// The XML of `org.freedesktop.DBus.Introspectable`.
package enum Introspection {
    package static let doctype = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

        """

    /// Returns a node with its interfaces and the relative names of its children.
    package static func document(
        interfaces: [InterfaceDescription], children: [String] = []
    ) -> String {
        var lines = ["<node>"]
        for interface in interfaces { lines += interface.xmlLines.map { "  " + $0 } }
        lines += children.map { "  <node name=\"\(escape($0))\"/>" }
        lines.append("</node>")
        return doctype + lines.joined(separator: "\n") + "\n"
    }

    static func escape(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}

extension InterfaceDescription {
    package var xmlLines: [String] {
        ["<interface name=\"\(name)\">", "  " + documentation(summary)]
            + members.flatMap { $0.xmlLines.map { "  " + $0 } } + ["</interface>"]
    }
}

private func documentation(_ text: String) -> String {
    annotation("org.gtk.GDBus.DocString", text)
}

private func annotation(_ name: String, _ value: String) -> String {
    "<annotation name=\"\(name)\" value=\"\(Introspection.escape(value))\"/>"
}

extension MemberDescription {
    fileprivate var xmlLines: [String] {
        switch self {
        case .method(let name, let inputs, let outputs, let options, let summary):
            ["<method name=\"\(name)\">", "  " + documentation(summary + Self.text(of: options))]
                + inputs.map { "  " + $0.xml(direction: "in") } + outputs.map { "  " + $0.xml(direction: "out") }
                + ["</method>"]
        case .property(let name, let signature, let isWritable, let policy, let summary):
            [
                "<property name=\"\(name)\" type=\"\(signature)\" access=\"\(isWritable ? "readwrite" : "read")\">",
                "  " + documentation(summary),
                "  " + annotation("org.freedesktop.DBus.Property.EmitsChangedSignal", policy.rawValue),
                "</property>",
            ]
        case .signal(let name, let arguments, let summary):
            ["<signal name=\"\(name)\">", "  " + documentation(summary)]
                + arguments.map { "  " + $0.xml(direction: nil) } + ["</signal>"]
        }
    }

    private static func text(of options: [OptionDescription]) -> String {
        guard !options.isEmpty else { return "" }
        return " Options: " + options.map { "\($0.name) (\($0.signature)): \($0.summary)" }.joined(separator: "; ")
            + "."
    }
}

extension ArgumentDescription {
    fileprivate func xml(direction: String?) -> String {
        "<arg name=\"\(name)\" type=\"\(signature)\"" + (direction.map { " direction=\"\($0)\"" } ?? "") + "/>"
    }
}
