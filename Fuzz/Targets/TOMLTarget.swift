import TOML

extension FuzzTarget {
    /// A TOML document: an error has a message and a position in the text; without an error, every value has a position.
    static let toml = FuzzTarget(name: "toml", maximumLength: 4096) { bytes in
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(\.count)
        let check = { (position: TOMLPosition) throws in
            let isLine = lines.indices.contains(position.line - 1)
            try Finding.expect(
                isLine && (1...lines[position.line - 1] + 1).contains(position.column), "nothing is at \(position)")
        }
        let table: TOMLTable
        do throws(TOMLError) {
            table = try TOMLReader.read(bytes)
        } catch {
            try Finding.expect(!error.message.isEmpty, "an error without a message")
            return try check(error.position)
        }
        try Finding.expect(String(validating: bytes, as: UTF8.self) != nil, "bytes that are not UTF-8 are read")
        try Self.check(table, depth: 0, check)
    }

    private static func check(
        _ table: TOMLTable, depth: Int, _ position: (TOMLPosition) throws -> Void
    ) throws {
        try position(table.position)
        for key in table.keys {
            try position(key.position)
            guard let node = table[key.name] else { throw Finding("no value for '\(key.name)'") }
            try check(node, depth: depth + 1, position)
        }
    }

    private static func check(_ node: TOMLNode, depth: Int, _ position: (TOMLPosition) throws -> Void) throws {
        try Finding.expect(depth <= 2 * TOMLReader.maximumDepth, "\(depth) levels")
        try position(node.position)
        if let table = node.table { try check(table, depth: depth, position) }
        for element in node.array ?? [] { try check(element, depth: depth + 1, position) }
    }
}
