/// A position in a document. Lines and columns start at 1; a column counts Unicode scalars.
package struct TOMLPosition: Hashable, Sendable { package let line, column: Int }

/// The first error of a document.
package struct TOMLError: Error, Hashable, Sendable, CustomStringConvertible {
    package let position: TOMLPosition
    package let message: String
    package var description: String { "line \(position.line), column \(position.column): \(message)" }
}

/// A value. Dates and times are strings as in RFC 3339, with an upper-case `T` and `Z`.
package enum TOMLValue {
    case string(String)
    case integer(Int64)
    case float(Double)
    case boolean(Bool)
    case offsetDateTime(String)
    case localDateTime(String)
    case localDate(String)
    case localTime(String)
    case array([TOMLNode])
    case table(TOMLTable)

    /// The name of the type for messages, with its article.
    package var typeName: String {
        switch self {
        case .string: "a string"
        case .integer: "an integer"
        case .float: "a float"
        case .boolean: "a boolean"
        case .offsetDateTime, .localDateTime: "a date with a time"
        case .localDate: "a date"
        case .localTime: "a time"
        case .array: "an array"
        case .table: "a table"
        }
    }
}

/// A value with its position. Accessors are nil for values of another type.
package struct TOMLNode {
    package internal(set) var value: TOMLValue
    /// The position of the first character; for a table without braces, of its header or the first key that names it.
    package let position: TOMLPosition

    package var string: String? { if case .string(let text) = value { text } else { nil } }
    package var integer: Int64? { if case .integer(let number) = value { number } else { nil } }
    package var float: Double? { if case .float(let number) = value { number } else { nil } }
    package var boolean: Bool? { if case .boolean(let flag) = value { flag } else { nil } }
    package var array: [TOMLNode]? { if case .array(let elements) = value { elements } else { nil } }
    package var table: TOMLTable? { if case .table(let table) = value { table } else { nil } }
}

/// A key and the position of its first character.
package struct TOMLKey {
    package let name: String
    package let position: TOMLPosition
}

/// A table with its keys in the order of the text. Unlike Swift strings, keys are equal only if their bytes are.
package final class TOMLTable {
    /// The way a table was defined, which limits later additions.
    ///
    /// - `path`: only as part of another table's header, so one header or dotted keys may still define it.
    /// - `header`, `dottedKey`: defined in this way.
    /// - `braces`: complete.
    enum Origin { case path, header, dottedKey, braces }

    package let position: TOMLPosition
    package private(set) var keys: [TOMLKey] = []
    var origin: Origin
    private var nodes: [TOMLNode] = []
    private var indices: [TOMLKeyBytes: Int] = [:]

    init(_ origin: Origin, at position: TOMLPosition) { (self.origin, self.position) = (origin, position) }

    package subscript(name: String) -> TOMLNode? { indices[TOMLKeyBytes(name: name)].map { nodes[$0] } }

    /// Adds a key, which must be new.
    func add(_ key: TOMLKey, _ node: TOMLNode) {
        indices[TOMLKeyBytes(name: key.name)] = nodes.count
        keys.append(key)
        nodes.append(node)
    }

    /// Appends a table to an array of tables in place, without copying the array.
    func append(_ table: TOMLNode, to name: String) {
        guard let index = indices[TOMLKeyBytes(name: name)], case .array(var elements) = nodes[index].value else {
            return
        }
        nodes[index].value = .array([])
        elements.append(table)
        nodes[index].value = .array(elements)
    }
}

/// The name of a key, compared by its bytes.
private struct TOMLKeyBytes: Hashable {
    let name: String

    static func == (left: Self, right: Self) -> Bool {
        left.name.utf8.count == right.name.utf8.count && left.name.utf8.elementsEqual(right.name.utf8)
    }

    func hash(into hasher: inout Hasher) {
        let isHashed: Void? = name.utf8.withContiguousStorageIfAvailable { bytes in
            hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isHashed == nil { for byte in name.utf8 { hasher.combine(byte) } }
    }
}
