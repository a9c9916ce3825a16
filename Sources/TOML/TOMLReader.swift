/// Reads TOML 1.0 in one pass and in linear time.
package struct TOMLReader {
    /// In bytes.
    package static let maximumSize = 512 << 10
    /// The keys and arrays around a value: what the reader's recursion is bounded by.
    package static let maximumDepth = 32

    private typealias Key = (name: [UInt8], position: TOMLPosition)

    private var cursor: TOMLCursor
    private let document = TOMLTable(.header, at: TOMLPosition(line: 1, column: 1))
    /// The table that the keys are in, and the number of keys that lead to it.
    private var section: (table: TOMLTable, depth: Int)

    /// - Throws: The first mistake.
    package static func read(_ text: String) throws(TOMLError) -> TOMLTable { try read(Array(text.utf8)) }

    /// - Throws: The first mistake, for example bytes that are not UTF-8.
    package static func read(_ bytes: [UInt8]) throws(TOMLError) -> TOMLTable {
        guard bytes.count <= maximumSize else {
            throw TOMLError(
                position: TOMLPosition(line: 1, column: 1),
                message: "the text has \(bytes.count) bytes: at most \(maximumSize) are allowed")
        }
        try checkEncoding(bytes)
        var reader = TOMLReader(bytes)
        try reader.readDocument()
        return reader.document
    }

    private init(_ bytes: [UInt8]) { (cursor, section) = (TOMLCursor(bytes), (document, 0)) }

    private static func checkEncoding(_ bytes: [UInt8]) throws(TOMLError) {
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        var (decoder, iterator, line, column) = (UTF8(), bytes.makeIterator(), 1, 1)
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
        throw TOMLError(
            position: TOMLPosition(line: line, column: column), message: "the text is not UTF-8 from here on")
    }

    // MARK: Lines

    private mutating func readDocument() throws(TOMLError) {
        while cursor.next != nil {
            cursor.skipBlanks()
            switch cursor.next {
            case nil: return
            case UInt8(ascii: "["): try readHeader()
            case UInt8(ascii: "#"),
                _ where cursor.isAtNewline:
                break
            default: try readPair(in: section.table, below: section.depth)
            }
            cursor.skipBlanks()
            try cursor.skipComment()
            guard cursor.takeNewline() || cursor.next == nil else {
                throw cursor.unexpected("expected the end of the line")
            }
        }
    }

    private mutating func readHeader() throws(TOMLError) {
        let position = cursor.position()
        cursor.skip(1)
        let isArray = cursor.take(UInt8(ascii: "["))
        let path = try readKey(below: 0)
        guard cursor.take(UInt8(ascii: "]")), !isArray || cursor.take(UInt8(ascii: "]")) else {
            throw cursor.unexpected("expected \(isArray ? "]]" : "]") behind the name of the table")
        }
        guard let last = path.last else { return }
        var parent = document
        for key in path.dropLast() { parent = try step(to: key, in: parent, isHeader: true) }
        section = (try open(last, in: parent, isArray, at: position), path.count)
    }

    /// The table that a header begins.
    private func open(
        _ key: Key, in parent: TOMLTable, _ isArray: Bool, at position: TOMLPosition
    ) throws(TOMLError) -> TOMLTable {
        let table = TOMLTable(.header, at: position)
        guard let node = parent[key.name] else {
            let node = TOMLNode(value: .table(table), position: position)
            let value = isArray ? TOMLNode(value: .array([node]), position: position) : node
            parent.add(key.name, at: key.position, value)
            return table
        }
        if isArray, node.array?.last?.table.map({ $0.origin != .braces }) == true {
            parent.append(table, to: key.name)
            return table
        }
        guard !isArray, let present = node.table, present.origin == .path else { throw defined(key, node) }
        present.origin = .header
        return present
    }

    /// The table of a key that other keys follow; makes it when it is not there yet.
    private func step(to key: Key, in parent: TOMLTable, isHeader: Bool) throws(TOMLError) -> TOMLTable {
        guard let node = parent[key.name] else {
            let table = TOMLTable(isHeader ? .path : .dottedKey, at: key.position)
            parent.add(key.name, at: key.position, TOMLNode(value: .table(table), position: key.position))
            return table
        }
        // A header continues in the last table of an array of tables.
        let table = node.table ?? (isHeader ? node.array?.last?.table : nil)
        guard let table, table.origin != .braces, isHeader || table.origin != .header else { throw defined(key, node) }
        if !isHeader { table.origin = .dottedKey }
        return table
    }

    private func defined(_ key: Key, _ node: TOMLNode) -> TOMLError {
        let name = TOMLCursor.shown(key.name)
        let message = "'\(name)' is \(node.value.typeName) already, which line \(node.position.line) defines"
        return TOMLError(position: key.position, message: message)
    }

    // MARK: Keys

    private mutating func readPair(in table: TOMLTable, below depth: Int) throws(TOMLError) {
        let path = try readKey(below: depth)
        guard cursor.take(UInt8(ascii: "=")) else { throw cursor.unexpected("expected = behind the key") }
        cursor.skipBlanks()
        let value = try readValue(below: depth + path.count)
        guard let last = path.last else { return }
        var table = table
        for key in path.dropLast() { table = try step(to: key, in: table, isHeader: false) }
        if let node = table[last.name] { throw defined(last, node) }
        table.add(last.name, at: last.position, value)
    }

    /// Reads a key with its dots and the blanks around it; it has one part at least.
    private mutating func readKey(below depth: Int) throws(TOMLError) -> [Key] {
        var path: [Key] = []
        repeat {
            cursor.skipBlanks()
            let position = cursor.position()
            try checkDepth(depth + path.count + 1, at: position)
            switch cursor.next {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): path.append((try cursor.string(mayBeLong: false), position))
            default:
                let name = Array(cursor.take(while: TOMLScalar.isBare))
                guard !name.isEmpty else {
                    throw cursor.unexpected("expected a key of letters, digits, - and _, or in quotes")
                }
                path.append((name, position))
            }
            cursor.skipBlanks()
        } while cursor.take(UInt8(ascii: "."))
        return path
    }

    private func checkDepth(_ depth: Int, at position: TOMLPosition) throws(TOMLError) {
        guard depth > Self.maximumDepth else { return }
        let message = "keys, tables and arrays go deeper than the \(Self.maximumDepth) levels allowed"
        throw TOMLError(position: position, message: message)
    }

    // MARK: Values

    private mutating func readValue(below depth: Int) throws(TOMLError) -> TOMLNode {
        let position = cursor.position()
        let value: TOMLValue
        switch cursor.next {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            value = .string(String(decoding: try cursor.string(mayBeLong: true), as: UTF8.self))
        case UInt8(ascii: "["):
            try checkDepth(depth + 1, at: position)
            value = .array(try readArray(below: depth + 1))
        case UInt8(ascii: "{"): value = .table(try readInlineTable(below: depth, at: position))
        default: return try TOMLScalar.read(&cursor)
        }
        return TOMLNode(value: value, position: position)
    }

    private mutating func readArray(below depth: Int) throws(TOMLError) -> [TOMLNode] {
        var elements: [TOMLNode] = []
        repeat {
            cursor.skip(1)
            try cursor.skipSpace()
            guard cursor.next != UInt8(ascii: "]") else { break }
            elements.append(try readValue(below: depth))
            try cursor.skipSpace()
        } while cursor.next == UInt8(ascii: ",")
        guard cursor.take(UInt8(ascii: "]")) else {
            throw cursor.unexpected("expected , or ] behind a value of an array")
        }
        return elements
    }

    private mutating func readInlineTable(below depth: Int, at position: TOMLPosition) throws(TOMLError) -> TOMLTable {
        let table = TOMLTable(.braces, at: position)
        cursor.skip(1)
        cursor.skipBlanks()
        guard !cursor.take(UInt8(ascii: "}")) else { return table }
        repeat {
            try readPair(in: table, below: depth)
            cursor.skipBlanks()
        } while cursor.take(UInt8(ascii: ","))
        guard cursor.take(UInt8(ascii: "}")) else {
            throw cursor.unexpected("expected , or } behind a value of a table in braces")
        }
        return table
    }
}
