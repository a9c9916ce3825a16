package import DBusInterface

/// The tables of view classes and of system colours as JSON, in the form that `docs/front-ends.md` describes.
package enum ViewClassDocument {
    /// The document, which ends with a newline.
    package static let text: String = {
        var writer = Writer()
        writer.object {
            $0.member("format", 1)
            $0.member("structures") { structures(to: &$0) }
            $0.member("textStyles") { textStyles(to: &$0) }
            $0.member("controlMetrics") { controlMetrics(to: &$0) }
            $0.member("classes") { writer in
                writer.array(ViewClasses.all) { viewClass, writer in write(viewClass, to: &writer) }
            }
            $0.member("colors") { writer in
                writer.array(SystemColour.all) { colour, writer in write(colour, to: &writer) }
            }
        }
        return writer.text + "\n"
    }()

    /// The types of all values in views, for `tabd-qt.h`.
    package static var types: [TypeDescription] {
        ViewClasses.all.flatMap { viewClass in
            viewClass.keys.sorted { $0.key < $1.key }.map(\.value.type)
                + viewClass.actionTypes.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private static func structures(to writer: inout Writer) {
        var seen: Set<String> = []
        let all = types.flatMap(\.structures).filter { seen.insert($0.name).inserted }
        writer.object { writer in
            for structure in all {
                writer.member(structure.name) { writer in
                    writer.array(structure.fields) { field, writer in
                        writer.object {
                            $0.member("name", field.name)
                            $0.member("type", field.type.signature)
                        }
                    }
                }
            }
        }
    }

    private static func textStyles(to writer: inout Writer) {
        writer.object { writer in
            for style in TextMetrics.styles {
                writer.member(style) { $0.value(TextMetrics()[style].variant) }
            }
        }
    }

    private static func controlMetrics(to writer: inout Writer) {
        writer.object { writer in
            for kind in ControlMetricsTable.classes {
                writer.member(kind.rawValue) { $0.value(ControlMetricsTable()[kind].variant) }
            }
        }
    }

    private static func write(_ viewClass: ViewClass, to writer: inout Writer) {
        writer.object {
            $0.member("name", viewClass.name)
            $0.member("keys") { writer in
                writer.array(viewClass.keys.values.sorted { $0.name < $1.name }) { write($0, to: &$1) }
            }
            $0.member("accessibility") { $0.object { write(viewClass.accessibility, to: &$0) } }
            $0.member("actions") { writer in
                writer.array(viewClass.actionTypes.sorted { $0.key < $1.key }) { action, writer in
                    writer.object {
                        $0.member("name", action.key)
                        writeType(action.value, to: &$0)
                    }
                }
            }
        }
    }

    private static func write(_ key: ViewKeyDescription, to writer: inout Writer) {
        writer.object {
            $0.member("name", key.name)
            writeType(key.type, to: &$0)
            $0.member("default") { $0.value(key.defaultValue) }
            if let other = key.defaultKey { $0.member("defaultKey", other) }
            switch key.rule {
            case .any: break
            case .finite: $0.member("rule", "finite")
            case .fraction: $0.member("rule", "fraction")
            case .positive: $0.member("rule", "positive")
            case .spacing: $0.member("rule", "spacing")
            case .size: $0.member("rule", "size")
            case .priority: $0.member("rule", "priority")
            case .choice(let values): $0.member("values") { $0.array(values) { $1.string($0) } }
            case .words(let values): $0.member("values") { $0.array(values) { $1.string($0) } }
            case .image: $0.member("rule", "image")
            case .colour: $0.member("rule", "color")
            case .rows: $0.member("rule", "rows")
            case .menu: $0.member("rule", "menu")
            case .items: $0.member("rule", "items")
            case .link: $0.member("rule", "link")
            case .textAttributes: $0.member("rule", "textAttributes")
            case .series: $0.member("rule", "series")
            case .atMost(let limit): $0.member("maximumCount", limit)
            }
        }
    }

    private static func write(_ accessibility: ViewAccessibility, to writer: inout Writer) {
        func write(_ words: [String: String], named name: String) {
            guard !words.isEmpty else { return }
            writer.member(name) { writer in
                writer.object { writer in
                    for (key, word) in words.sorted(by: { $0.key < $1.key }) { writer.member(key, word) }
                }
            }
        }
        writer.member("role", accessibility.role)
        write(accessibility.roleOfStyle, named: "roleOfStyle")
        write(accessibility.roleOfFlag, named: "roleOfFlag")
        write(accessibility.roleOfText, named: "roleOfText")
        if let key = accessibility.labelKey { writer.member("label", key) }
        if let key = accessibility.valueKey { writer.member("value", key) }
        if let key = accessibility.valueListKey { writer.member("valueList", key) }
        write(accessibility.stateOfFlag, named: "stateOfFlag")
    }

    private static func write(_ colour: SystemColour, to writer: inout Writer) {
        writer.object {
            $0.member("name", colour.name)
            $0.member("light", colour.light)
            $0.member("dark", colour.dark)
            $0.member("lightHighContrast", colour.lightHighContrast)
            $0.member("darkHighContrast", colour.darkHighContrast)
        }
    }

    private static func writeType(_ type: TypeDescription, to writer: inout Writer) {
        writer.member("type", type.signature)
        if !type.structures.isEmpty { writer.member("fields", type.fieldsText) }
    }
}

/// Writes JSON with indentation. Members keep their order.
private struct Writer {
    private(set) var text = ""
    private var depth = 0
    private var isFirst = true

    private mutating func container(_ open: String, _ close: String, _ body: (inout Writer) -> Void) {
        text += open
        depth += 1
        isFirst = true
        body(&self)
        depth -= 1
        if !isFirst { newLine() }
        text += close
        isFirst = false
    }

    private mutating func newLine() { text += "\n" + String(repeating: "  ", count: depth) }

    private mutating func next() {
        if !isFirst { text += "," }
        newLine()
        isFirst = false
    }

    mutating func object(_ body: (inout Writer) -> Void) { container("{", "}", body) }

    mutating func array<Element>(_ elements: [Element], _ body: (Element, inout Writer) -> Void) {
        container("[", "]") { writer in
            for element in elements {
                writer.next()
                body(element, &writer)
            }
        }
    }

    mutating func member(_ name: String, _ body: (inout Writer) -> Void) {
        next()
        string(name)
        text += ": "
        body(&self)
        isFirst = false
    }

    mutating func member(_ name: String, _ value: String) { member(name) { $0.string(value) } }
    mutating func member(_ name: String, _ value: Int) { member(name) { $0.text += String(value) } }

    mutating func string(_ value: String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\" + String(scalar)
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    /// Writes a default value. Structures are arrays, as in `tabctl --json`.
    mutating func value(_ value: Variant) {
        switch value {
        case .bool(let flag): text += flag ? "true" : "false"
        case .string(let content): string(content)
        case .int32(let number): text += String(number)
        case .uint32(let number): text += String(number)
        case .double(let number):
            text += number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
        case .array(_, let values), .structure(let values): array(values) { $1.value($0) }
        case .bytes(let bytes): array(bytes) { $1.text += String($0) }
        case .dictionary: object { _ in }
        default: text += "null"
        }
    }
}
