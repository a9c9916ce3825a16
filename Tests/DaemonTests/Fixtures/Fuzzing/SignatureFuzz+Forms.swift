import Synchronization
import TestSupport

/// Malformed calls.
enum SignatureFuzz {
    static let properties = "org.freedesktop.DBus.Properties"

    /// Types to use in place of others: all basic types, and containers of all shapes.
    private static let types = [
        "y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g", "v", "as", "ao", "ay", "av", "au", "aas", "a{sv}",
        "a{ss}", "a{oa{sa{sv}}}", "(s)", "(dd)", "(dddd)", "(((u)))", "a(ou)", "a(uus(dddd)ua{sv})",
        String(repeating: "a", count: 32) + "y",
        String(repeating: "(", count: 32) + "y" + String(repeating: ")", count: 32),
    ]

    /// Types that differ slightly from a type.
    private static func neighbours(of type: String) -> [String] {
        var found = ["(\(type))", "a\(type)", "v"]
        if type.hasPrefix("(") { found += WireType.members(type) }
        if type.hasPrefix("a"), !type.hasPrefix("a{") { found.append(WireType.element(type)) }
        return found
    }

    /// Signatures that a method does not accept.
    static func wrongSignatures(of method: SignatureFuzzTarget.Method) -> Set<String> {
        let (own, count) = (method.arguments, method.arguments.count)
        var found: Set<String> = []
        for index in 0..<count {
            for other in types + neighbours(of: own[index]) {
                found.insert((own[..<index] + [other] + own[(index + 1)...]).joined())
            }
            found.insert((own[..<index] + own[(index + 1)...]).joined())
            found.insert(own[..<index].joined())
        }
        for other in types {
            found.formUnion([own.joined() + other, other + own.joined(), other])
        }
        found.formUnion([
            own.reversed().joined(), String(repeating: "v", count: max(count, 1)), own.joined() + own.joined(), "",
            count == 0 ? "v" : "(\(own.joined()))", String(repeating: "y", count: 255),
        ])
        found.subtract([own.joined()] + (method.hasOptions ? [own.dropLast().joined()] : []))
        // The bus itself rejects invalid signatures, so the daemon never sees them.
        return found.filter { Signature($0).isValid }
    }

    /// The signature of a malformed call, and whether its values are empty or not.
    typealias Form = (signature: String, isFilled: Bool)

    private static let forms = Mutex<[String: [Form]]>([:])

    /// The forms of calls of a method. They are the same on all objects.
    private static func forms(of method: SignatureFuzzTarget.Method) -> [Form] {
        let name = "\(method.interface).\(method.name)"
        if let known = forms.withLock({ $0[name] }) { return known }
        let all = wrongSignatures(of: method).sorted().flatMap { [($0, false), ($0, true)] }
        forms.withLock { $0[name] = all }
        return all
    }

    /// - Parameter choice: Chooses among all forms.
    static func cases(
        of method: SignatureFuzzTarget.Method, at path: String, choice: ([Form]) -> [Form] = { $0 }
    ) -> [SignatureFuzzCase] {
        choice(forms(of: method)).map { signature, isFilled in
            let body = WireType.split(signature).map { WireValue.plain($0, isFilled: isFilled) }
            return SignatureFuzzCase(
                message: WireMessage(
                    path: path, interface: method.interface, member: method.name, signature: signature, body: body),
                errors: ["InvalidArgs"],
                words: ["\(method.interface).\(method.name)", "'\(method.arguments.joined())'", "'\(signature)'"])
        }
    }

    static func cases(of property: SignatureFuzzTarget.Property, at path: String) -> [SignatureFuzzCase] {
        func set(_ type: String, _ value: WireValue) -> SignatureFuzzCase {
            let isRightType = type == property.type
            return SignatureFuzzCase(
                message: .set(path, property.interface, property.name, type, value),
                errors: property.isWritable ? ["InvalidArgs"] : ["PropertyReadOnly", "InternalInconsistency"],
                words: [property.name]
                    + (property.isWritable && !isRightType ? ["'\(property.type)'", "'\(type)'"] : []))
        }
        let others = Set(types + neighbours(of: property.type)).subtracting([property.type])
            .filter { Signature($0).isValid }
        var cases = others.sorted().flatMap { [set($0, .plain($0)), set($0, .plain($0, isFilled: true))] }
        var nested = WireValue.plain(property.type)
        var type = property.type
        for _ in 0..<3 {
            (nested, type) = (.variant(type, nested), "v")
            cases.append(set("v", nested))
        }
        if !property.isWritable { cases.append(set(property.type, .plain(property.type))) }
        return cases
    }

    /// Calls with names that do not exist.
    static func strangers(of target: SignatureFuzzTarget) -> [SignatureFuzzCase] {
        var cases: [SignatureFuzzCase] = []
        func call(_ interface: String?, _ member: String, _ arguments: [String], _ errors: Set<String>, _ word: String)
        {
            let message = WireMessage.call(target.path, interface, member, texts: arguments)
            cases.append(SignatureFuzzCase(message: message, errors: errors, words: [word]))
        }
        func set(_ interface: String, _ property: String, _ errors: Set<String>, _ word: String) {
            let message = WireMessage.set(target.path, interface, property, "s", .text(""))
            cases.append(SignatureFuzzCase(message: message, errors: errors, words: [word]))
        }
        for interface in target.interfaces {
            for member in ["Nothing", "introspect", "_", String(repeating: "X", count: 255)] {
                call(interface, member, [], ["UnknownMethod"], interface)
                call(interface, member, ["", ""], ["UnknownMethod"], String(member.prefix(40)))
            }
            guard target.isObject else { continue }
            for property in ["Nothing", "", String(repeating: "x", count: 70_000), "a\u{202E}b\u{1}\u{2028}\u{FFFF}"] {
                call(properties, "Get", [interface, property], ["UnknownProperty"], interface)
                set(interface, property, ["UnknownProperty"], interface)
            }
        }
        call(nil, "Nothing", [], target.isObject ? ["UnknownMethod"] : ["UnknownMethod", "UnknownObject"], "")
        let unknown: Set<String> = target.isObject ? ["UnknownInterface"] : ["UnknownInterface", "UnknownObject"]
        let word = target.isObject ? "interface" : target.path
        for interface in ["org.example.Nothing", "org.freedesktop.DBus", "a.b", "org.tabd.Tabs1.Managers"] {
            call(interface, "Get", [], unknown, word)
            call(properties, "GetAll", [interface], unknown, word)
            call(properties, "Get", [interface, "Title"], unknown, word)
            set(interface, "Title", unknown, word)
        }
        guard target.isObject else { return cases }
        for interface in [".", "a", "\u{202E}\u{1B}[2J", String(repeating: "x", count: 70_000)] {
            call(properties, "GetAll", [interface], ["UnknownInterface"], "interface")
            call(properties, "Get", [interface, "Title"], ["UnknownInterface"], "interface")
            set(interface, "Title", ["UnknownInterface"], "interface")
        }
        call(properties, "Get", ["", "Nothing"], ["UnknownProperty"], "Nothing")
        set("", "Nothing", ["UnknownProperty"], "Nothing")
        return cases
    }

    /// Calls to paths without an object.
    static var nowhere: [SignatureFuzzCase] {
        let root = TabNames.root.text
        let paths = [
            "/nowhere", "/org/tabd/Tabs", root + "0", root + "/x", root + "/view_controllers/0",
            root + "/view_controllers/01", root + "/view_controllers/1x",
            root + "/view_controllers/18446744073709551617",
            root + "/view_controllers/1/tab_bar/x", root + "/plugins/nothing", root + "/plugins/system_monitor",
            String(repeating: "/x", count: 5000), "/" + String(repeating: "x", count: 70_000),
        ]
        let members: [(String?, String, [String])] = [
            (properties, "GetAll", ["org.tabd.Tabs1.Manager"]), ("org.freedesktop.DBus.Peer", "Ping", []),
            ("org.freedesktop.DBus.Introspectable", "Introspect", []), (nil, "Ping", []), (nil, "Nothing", []),
            ("org.tabd.Tabs1.Manager", "Subscribe", []), ("a.b", "c", []),
            ("org.freedesktop.DBus.ObjectManager", "GetManagedObjects", []), (properties, "Get", ["", "Title"]),
        ]
        return paths.flatMap { path in
            members.map { interface, member, arguments in
                SignatureFuzzCase(
                    message: .call(path, interface, member, texts: arguments), errors: ["UnknownObject"],
                    words: [String(path.prefix(40))])
            }
        }
    }
}
