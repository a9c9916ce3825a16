/// The beginning of an SVG: an XML document whose root element is `svg`. Pages of HTML that contain an `svg` are not SVGs.
///
/// It is a scanner of bytes, not a parser of XML: it reads what may precede the root element, and the element's start tag.
struct SVGStart {
    /// The part of a text in which the start tag of the root element must end. Editors write comments, a document type and
    /// many namespaces.
    private static let maximumLength = 16384

    private var rest: ArraySlice<UInt8>

    static func isSVG(_ data: [UInt8]) -> Bool {
        let start = data.prefix(maximumLength)
        // UTF-16 and binary data contain it.
        guard !start.contains(0) else { return false }
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        var scanner = SVGStart(rest: start.starts(with: mark) ? start.dropFirst(mark.count) : start)
        return scanner.skipProlog() && scanner.skipRoot()
    }

    // MARK: The prolog

    /// Skips spaces, comments, instructions such as `<?xml … ?>`, and a document type.
    ///
    /// - Returns: Whether an element follows.
    private mutating func skipProlog() -> Bool {
        while true {
            skipSpaces()
            if skip("<!--") {
                guard skip(past: "-->") else { return false }
            } else if skip("<?") {
                guard skip(past: "?>") else { return false }
            } else if skip("<!DOCTYPE") {
                guard skipSpaces(), skipName(), skipDocumentType() else { return false }
            } else {
                return skip("<")
            }
        }
    }

    /// Skips the rest of a document type: identifiers in quotes, and declarations in brackets.
    private mutating func skipDocumentType() -> Bool {
        var depth = 0
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): guard skip(past: [byte]) else { return false }
            case UInt8(ascii: "<") where rest.starts(with: "!--".utf8): guard skip(past: "-->") else { return false }
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            // Declarations in the brackets end with it too.
            case UInt8(ascii: ">"): if depth == 0 { return true }
            default: break
            }
        }
        return false
    }

    // MARK: The root element

    /// Skips the name and the attributes of the start tag.
    ///
    /// - Returns: Whether it is a start tag of an `svg`, with or without a prefix.
    private mutating func skipRoot() -> Bool {
        guard skipName() else { return false }
        while true {
            let hasSpace = skipSpaces()
            if skip(">") || skip("/>") { return true }
            guard hasSpace, skipAttribute() else { return false }
        }
    }

    private mutating func skipAttribute() -> Bool {
        guard !readName().isEmpty else { return false }
        skipSpaces()
        guard skip("=") else { return false }
        skipSpaces()
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let end = rest.firstIndex(of: quote), !rest[..<end].contains(UInt8(ascii: "<"))
        else { return false }
        rest = rest[(end + 1)...]
        return true
    }

    // MARK: Bytes

    /// Skips a name. Returns whether its part after a prefix is `svg`.
    private mutating func skipName() -> Bool {
        let name = readName()
        let local = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        return local.count <= 2 && !local.contains { $0.isEmpty } && local.last?.elementsEqual("svg".utf8) == true
    }

    private mutating func readName() -> ArraySlice<UInt8> {
        let end = rest.firstIndex { Self.isSpace($0) || "=/><\"'[".utf8.contains($0) } ?? rest.endIndex
        defer { rest = rest[end...] }
        return rest[..<end]
    }

    /// Skips spaces. Returns whether there were any.
    @discardableResult
    private mutating func skipSpaces() -> Bool {
        let end = rest.firstIndex { !Self.isSpace($0) } ?? rest.endIndex
        defer { rest = rest[end...] }
        return end > rest.startIndex
    }

    private static func isSpace(_ byte: UInt8) -> Bool { [9, 10, 13, 32].contains(byte) }

    /// Skips a text that follows. Returns whether it does.
    private mutating func skip(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private mutating func skip(past text: String) -> Bool { skip(past: Array(text.utf8)) }

    /// Skips everything up to a text and the text. Returns whether it is there.
    private mutating func skip(past text: [UInt8]) -> Bool {
        guard let start = rest.indices.first(where: { rest[$0] == text[0] && rest[$0...].starts(with: text) }) else {
            return false
        }
        rest = rest[(start + text.count)...]
        return true
    }
}
