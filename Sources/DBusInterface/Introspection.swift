/// The XML of `org.freedesktop.DBus.Introspectable`.
package enum Introspection {
    package static let doctype = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

        """

    /// The annotation of an argument or a property that names the fields of its structures.
    package static let fieldsAnnotation = "org.tabd.Tabs1.Fields"
    fileprivate static let qtAnnotation = "org.qtproject.QtDBus.QtTypeName"

    /// Returns a node with its interfaces and the relative names of its children.
    package static func document(
        interfaces: [InterfaceDescription], children: [String] = []
    ) -> String {
        var text = doctype + "<node>\n"
        for line in interfaces.flatMap(\.xmlLines) { text += "  \(line)\n" }
        for child in children { text += "  <node name=\"\(escape(child))\"/>\n" }
        return text + "</node>\n"
    }

    /// A parser would replace a line break in an attribute by a space.
    private static let entities: [Unicode.Scalar: String] = [
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "\n": "&#10;",
    ]

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "&") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
            || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
    }

    static func escape(_ text: String) -> String {
        // Most texts have none of them.
        guard text.utf8.contains(where: isSpecial) else { return text }
        var escaped = ""
        for scalar in text.unicodeScalars {
            if let entity = entities[scalar] { escaped += entity } else { escaped.unicodeScalars.append(scalar) }
        }
        return escaped
    }
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
        case .method(let name, let inputs, let outputs, let options, let summary, let expectsReply):
            element(
                "method", name, summary: summary + Self.text(of: options),
                (expectsReply ? [] : [annotation("org.freedesktop.DBus.Method.NoReply", "true")])
                    // Without it, functions that gdbus-codegen generates lack the descriptors.
                    + ((inputs + outputs).contains { $0.signature.contains("h") }
                        ? [annotation("org.gtk.GDBus.C.UnixFD", "true")] : [])
                    + Self.qtNames(of: inputs, "In") + Self.qtNames(of: outputs, "Out")
                    + inputs.flatMap { $0.xmlLines(direction: "in") }
                    + outputs.flatMap { $0.xmlLines(direction: "out") })
        case .property(let name, let type, let isWritable, let policy, let summary, let cName):
            element(
                "property", name, " type=\"\(type.signature)\" access=\"\(isWritable ? "readwrite" : "read")\"",
                summary: summary,
                [annotation("org.freedesktop.DBus.Property.EmitsChangedSignal", policy.rawValue)]
                    + (cName.map { [annotation("org.gtk.GDBus.C.Name", $0)] } ?? [])
                    + (type.needsQtName ? [annotation(Introspection.qtAnnotation, type.qtName)] : [])
                    + type.fieldsAnnotation)
        case .signal(let name, let arguments, let summary):
            element(
                "signal", name, summary: summary,
                Self.qtNames(of: arguments, "Out") + arguments.flatMap { $0.xmlLines(direction: nil) })
        }
    }

    /// Returns the options as a list, after an empty line.
    private static func text(of options: [OptionDescription]) -> String {
        guard !options.isEmpty else { return "" }
        return "\n\nOptions:\n"
            + options.map { "- \($0.name) (\($0.type.fieldsText)): \($0.summary)" }.joined(separator: "\n")
    }

    /// Returns the annotations that `qdbusxml2cpp` needs for types that it does not know.
    private static func qtNames(of arguments: [ArgumentDescription], _ direction: String) -> [String] {
        arguments.enumerated().filter(\.element.type.needsQtName).map { index, argument in
            annotation("\(Introspection.qtAnnotation).\(direction)\(index)", argument.type.qtName)
        }
    }
}

extension ArgumentDescription {
    fileprivate func xmlLines(direction: String?) -> [String] {
        let start = "<arg name=\"\(name)\" type=\"\(signature)\"" + (direction.map { " direction=\"\($0)\"" } ?? "")
        let annotations = type.fieldsAnnotation
        return annotations.isEmpty ? [start + "/>"] : [start + ">"] + annotations.map { "  " + $0 } + ["</arg>"]
    }
}

extension TypeDescription {
    /// The annotation that names the fields of the structures; nothing without structures.
    fileprivate var fieldsAnnotation: [String] {
        structures.isEmpty ? [] : [annotation(Introspection.fieldsAnnotation, fieldsText)]
    }
}
