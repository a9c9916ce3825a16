import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The introspection data of an object.
struct SignatureFuzzTarget {
    struct Method {
        let interface: String
        let name: String
        /// The types of its arguments.
        let arguments: [String]

        /// The options argument of a method may be left out.
        var hasOptions: Bool { interface.hasPrefix("org.tabd.") && arguments.last == "a{sv}" }
    }

    struct Property {
        let interface: String
        let name: String
        let type: String
        let isWritable: Bool
    }

    private(set) var path: String
    var interfaces: [String] = []
    var methods: [Method] = []
    var properties: [Property] = []
    var children: [String] = []

    /// Whether it is an object, not only a parent of other paths.
    var isObject: Bool { interfaces.contains("org.freedesktop.DBus.Properties") }

    init(_ path: String, _ document: String) {
        self.path = path
        let reader = IntrospectionReader(path)
        let parser = XMLParser(data: Data(document.utf8))
        parser.delegate = reader
        _ = parser.parse()
        self = reader.target
    }

    fileprivate init(empty path: String) { self.path = path }

    /// All objects at and below a path.
    static func walk(_ path: String, with client: WireClient) throws -> [SignatureFuzzTarget] {
        let call = WireMessage(path: path, interface: "org.freedesktop.DBus.Introspectable", member: "Introspect")
        let target = SignatureFuzzTarget(path, try client.call(call).text)
        return try [target]
            + target.children.flatMap { try walk((path == "/" ? "" : path) + "/" + $0, with: client) }
    }
}

private final class IntrospectionReader: NSObject, XMLParserDelegate {
    private(set) var target: SignatureFuzzTarget
    private var depth = 0
    private var method: String?
    private var arguments: [String] = []

    init(_ path: String) { target = SignatureFuzzTarget(empty: path) }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let own = attributes["name"] ?? ""
        switch name {
        case "node":
            depth += 1
            if depth > 1 { target.children.append(own) }
        case "interface": target.interfaces.append(own)
        case "method": (method, arguments) = (own, [])
        case "arg" where method != nil && attributes["direction"] != "out": arguments.append(attributes["type"] ?? "")
        case "property":
            target.properties.append(
                SignatureFuzzTarget.Property(
                    interface: target.interfaces.last ?? "", name: own, type: attributes["type"] ?? "",
                    isWritable: attributes["access"] != "read"))
        default: break
        }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        if name == "node" { depth -= 1 }
        guard name == "method", let method else { return }
        target.methods.append(
            SignatureFuzzTarget.Method(interface: target.interfaces.last ?? "", name: method, arguments: arguments))
        self.method = nil
    }
}
