/// A reader for TOML 1.0, which works in one pass and in linear time.
package struct TOMLReader {
    /// The maximum size of a document in bytes.
    package static let maximumSize = 512 << 10
    /// The maximum number of keys and arrays around a value, which bounds the reader's recursion.
    package static let maximumDepth = 32

    private var cursor: TOMLCursor
    private let document = TOMLTable(.header, at: TOMLPosition(line: 1, column: 1))
    /// The table that receives the next keys, and the number of keys that lead to it.
    private var section: (table: TOMLTable, depth: Int)

    /// Reads a document.
    ///
    /// - Throws: The first error.
    package static func read(_ text: String) throws(TOMLError) -> TOMLTable { try read(Array(text.utf8)) }

    /// Reads a document from bytes.
    ///
    /// - Throws: The first error, for example bytes that are not UTF-8.
    package static func read(_ bytes: [UInt8]) throws(TOMLError) -> TOMLTable {
        guard bytes.count <= maximumSize else {
            throw TOMLError(
                position: TOMLPosition(line: 1, column: 1),
                message: "the text has \(bytes.count) bytes; the limit is \(maximumSize)")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            var (decoder, iterator, cursor) = (UTF8(), bytes.makeIterator(), TOMLCursor(bytes))
            while case .scalarValue(let scalar) = decoder.decode(&iterator) { cursor.skip(UTF8.width(scalar)) }
            throw TOMLError(position: cursor.position(), message: "invalid UTF-8")
        }
        var reader = TOMLReader(bytes)
        try reader.readDocument()
        return reader.document
    }

    private init(_ bytes: [UInt8]) { (cursor, section) = (TOMLCursor(bytes), (document, 0)) }

    private mutating func readDocument() throws(TOMLError) {
        if cursor.rest.starts(with: "\u{FEFF}".utf8) { cursor.skip(3) }
        while cursor.next != nil {
            cursor.skipBlanks()
            if cursor.next == "[" {
                try readHeader()
            } else if let next = cursor.next, next != "#", !cursor.isAtNewline {
                try readPair(in: section.table, below: section.depth)
            }
            cursor.skipBlanks()
            try cursor.skipComment()
            guard cursor.consumeNewline() || cursor.next == nil else {
                throw cursor.unexpected("expected the end of the line")
            }
        }
    }

    private mutating func readHeader() throws(TOMLError) {
        let position = cursor.position()
        cursor.skip(1)
        let isArray = cursor.consume("[")
        let (path, last) = try readKey(below: 0)
        guard cursor.consume("]"), !isArray || cursor.consume("]") else {
            throw cursor.unexpected("expected \(isArray ? "]]" : "]") after the table name")
        }
        let parent = try table(at: path, from: document, isHeader: true)
        let table = TOMLTable(.header, at: position)
        let node = TOMLNode(value: .table(table), position: position)
        section = (table, path.count + 1)
        // This code keeps no reference to the array; otherwise each append would copy it.
        let isOpen = parent[last.name]?.array?.last?.table.map { $0.origin != .braces } ?? false
        if isArray, isOpen {
            parent.append(node, to: last.name)
        } else if !isArray, let table = parent[last.name]?.table, table.origin == .path {
            table.origin = .header
            section.table = table
        } else {
            try add(last, isArray ? TOMLNode(value: .array([node]), position: position) : node, to: parent)
        }
    }

    /// Returns the table at a path of keys; creates missing tables.
    private func table(at path: [TOMLKey], from start: TOMLTable, isHeader: Bool) throws(TOMLError) -> TOMLTable {
        var parent = start
        for key in path {
            let node = parent[key.name]
            // A header refers to the last table of an array of tables.
            let present = node?.table ?? (isHeader ? node?.array?.last?.table : nil)
            if let present, present.origin != .braces, isHeader || present.origin != .header {
                parent = present
                if !isHeader { parent.origin = .dottedKey }
            } else {
                let table = TOMLTable(isHeader ? .path : .dottedKey, at: key.position)
                try add(key, TOMLNode(value: .table(table), position: key.position), to: parent)
                parent = table
            }
        }
        return parent
    }

    private func add(_ key: TOMLKey, _ node: TOMLNode, to table: TOMLTable) throws(TOMLError) {
        guard let present = table[key.name] else { return table.add(key, node) }
        let name = TOMLCursor.escaped(key.name)
        let message = "'\(name)' is already \(present.value.typeName), defined in line \(present.position.line)"
        throw TOMLError(position: key.position, message: message)
    }

    private mutating func readPair(in table: TOMLTable, below depth: Int) throws(TOMLError) {
        let (path, last) = try readKey(below: depth)
        guard cursor.consume("=") else { throw cursor.unexpected("expected = after the key") }
        cursor.skipBlanks()
        let value = try readValue(below: depth + path.count + 1)
        try add(last, value, to: try self.table(at: path, from: table, isHeader: false))
    }

    /// Reads a dotted key and the blanks around it.
    private mutating func readKey(below depth: Int) throws(TOMLError) -> (path: [TOMLKey], last: TOMLKey) {
        var path: [TOMLKey] = []
        while true {
            cursor.skipBlanks()
            let position = cursor.position()
            try checkDepth(depth + path.count + 1, at: position)
            let isQuoted = cursor.next == "\"" || cursor.next == "'"
            let name = isQuoted ? try cursor.string(mayBeLong: false) : cursor.consume(while: TOMLScalar.isBare)
            guard isQuoted || !name.isEmpty else {
                throw cursor.unexpected("expected a key of letters, digits, - and _, or in quotes")
            }
            let key = TOMLKey(name: name, position: position)
            cursor.skipBlanks()
            guard cursor.consume(".") else { return (path, key) }
            path.append(key)
        }
    }

    private func checkDepth(_ depth: Int, at position: TOMLPosition) throws(TOMLError) {
        guard depth > Self.maximumDepth else { return }
        let message = "too many levels of keys, tables and arrays; the limit is \(Self.maximumDepth)"
        throw TOMLError(position: position, message: message)
    }

    private mutating func readValue(below depth: Int) throws(TOMLError) -> TOMLNode {
        let position = cursor.position()
        switch cursor.next {
        case "\"", "'": return TOMLNode(value: .string(try cursor.string(mayBeLong: true)), position: position)
        case "[": return TOMLNode(value: .array(try readArray(below: depth + 1, position)), position: position)
        case "{": return TOMLNode(value: .table(try readInlineTable(below: depth, position)), position: position)
        default: return try TOMLScalar.read(&cursor)
        }
    }

    private mutating func readArray(below depth: Int, _ position: TOMLPosition) throws(TOMLError) -> [TOMLNode] {
        try checkDepth(depth, at: position)
        var elements: [TOMLNode] = []
        repeat {
            cursor.skip(1)
            try cursor.skipSpace()
            guard cursor.next != "]" else { break }
            elements.append(try readValue(below: depth))
            try cursor.skipSpace()
        } while cursor.next == ","
        guard cursor.consume("]") else { throw cursor.unexpected("expected , or ] after a value of an array") }
        return elements
    }

    private mutating func readInlineTable(below depth: Int, _ position: TOMLPosition) throws(TOMLError) -> TOMLTable {
        let table = TOMLTable(.braces, at: position)
        cursor.skip(1)
        cursor.skipBlanks()
        guard !cursor.consume("}") else { return table }
        repeat {
            try readPair(in: table, below: depth)
            cursor.skipBlanks()
        } while cursor.consume(",")
        guard cursor.consume("}") else { throw cursor.unexpected("expected , or } after a value of an inline table") }
        return table
    }
}
