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
        let content = interfaces.flatMap(\.xmlLines) + children.map { "<node name=\"\(escape($0))\"/>" }
        let lines = ["<node>"] + content.map { "  " + $0 } + ["</node>"]
        return doctype + lines.joined(separator: "\n") + "\n"
    }

    private static let entities: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;"]

    static func escape(_ text: String) -> String { text.map { entities[$0] ?? String($0) }.joined() }
}

extension InterfaceDescription {
    package var xmlLines: [String] {
        element("interface", name, summary: summary, members.flatMap(\.xmlLines))
    }
}

/// Returns an element with a name and documentation.
///
/// - Parameter attributes: Further attributes, each after a space.
private func element(
    _ tag: String, _ name: String, _ attributes: String = "", summary: String, _ content: [String]
) -> [String] {
    let content = [annotation("org.gtk.GDBus.DocString", summary)] + content
    return ["<\(tag) name=\"\(name)\"\(attributes)>"] + content.map { "  " + $0 } + ["</\(tag)>"]
}

private func annotation(_ name: String, _ value: String) -> String {
    "<annotation name=\"\(name)\" value=\"\(Introspection.escape(value))\"/>"
}

extension MemberDescription {
    fileprivate var xmlLines: [String] {
        switch self {
        case .method(let name, let inputs, let outputs, let options, let summary):
            element(
                "method", name, summary: summary + Self.text(of: options),
                inputs.map { $0.xml(direction: "in") } + outputs.map { $0.xml(direction: "out") })
        case .property(let name, let signature, let isWritable, let policy, let summary):
            element(
                "property", name, " type=\"\(signature)\" access=\"\(isWritable ? "readwrite" : "read")\"",
                summary: summary, [annotation("org.freedesktop.DBus.Property.EmitsChangedSignal", policy.rawValue)])
        case .signal(let name, let arguments, let summary):
            element("signal", name, summary: summary, arguments.map { $0.xml(direction: nil) })
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
