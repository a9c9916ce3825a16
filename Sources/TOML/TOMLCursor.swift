/// A position in a document's bytes, which are valid UTF-8, and what is read without knowledge of tables.
struct TOMLCursor {
    let bytes: [UInt8]
    private var index: Int
    /// The last index whose position was asked for: each byte is counted once.
    private var mark: (index: Int, line: Int, column: Int)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // A byte order mark is not part of the text.
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        mark = (index, 1, 1)
    }

    /// nil at the end.
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    var rest: ArraySlice<UInt8> { bytes[index...] }

    mutating func position() -> TOMLPosition {
        for byte in bytes[mark.index..<index] {
            if byte == UInt8(ascii: "\n") {
                (mark.line, mark.column) = (mark.line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                mark.column += 1
            }
        }
        mark.index = index
        return TOMLPosition(line: mark.line, column: mark.column)
    }

    /// An error at the next character, which is named behind the message.
    mutating func unexpected(_ message: String) -> TOMLError {
        let found =
            isAtNewline
            ? "the end of the line" : next == nil ? "the end of the text" : "'\(Self.shown(rest.prefix(4), limit: 1))'"
        return TOMLError(position: position(), message: "\(message), found \(found)")
    }

    /// The first characters of a text for a message.
    static func shown(_ bytes: some Collection<UInt8>, limit: Int = 80) -> String {
        let scalars = String(decoding: bytes.prefix(4 * limit), as: UTF8.self).unicodeScalars.prefix(limit)
        return scalars.map { "'\"\\".unicodeScalars.contains($0) ? String($0) : $0.escaped(asASCII: false) }.joined()
    }

    // MARK: White space

    mutating func skip(_ count: Int) { index = min(bytes.count, index + count) }

    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    mutating func take(while matches: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let taken = rest.prefix(while: matches)
        index += taken.count
        return taken
    }

    mutating func skipBlanks() { _ = take { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

    var isAtNewline: Bool { rest.first == UInt8(ascii: "\n") || rest.starts(with: "\r\n".utf8) }

    mutating func takeNewline() -> Bool {
        guard isAtNewline else { return false }
        index += next == UInt8(ascii: "\r") ? 2 : 1
        return true
    }

    mutating func skipComment() throws(TOMLError) {
        guard take(UInt8(ascii: "#")) else { return }
        _ = take(while: Self.isText)
        guard next == nil || isAtNewline else { throw unexpected("a comment has no control characters but tabs") }
    }

    /// Skips blanks, comments and ends of lines.
    mutating func skipSpace() throws(TOMLError) {
        repeat {
            skipBlanks()
            try skipComment()
        } while takeNewline()
    }

    private static func isText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }

    // MARK: Strings

    /// Reads a string from its first quote to its last.
    ///
    /// - Parameter mayBeLong: Whether three quotes begin a string of several lines, as they do for values.
    mutating func string(mayBeLong: Bool) throws(TOMLError) -> [UInt8] {
        let (start, quote) = (position(), next ?? 0)
        let isLong = mayBeLong && rest.starts(with: [quote, quote, quote])
        skip(isLong ? 3 : 1)
        if isLong { _ = takeNewline() }
        let isBasic = quote == UInt8(ascii: "\"")
        var result: [UInt8] = []
        while true {
            result += take { Self.isText($0) && $0 != quote && ($0 != UInt8(ascii: "\\") || !isBasic) }
            if next == quote {
                // One or two quotes may stand before the three that end a long string.
                let count = isLong ? rest.prefix(5).prefix { $0 == quote }.count : 1
                skip(count)
                let isEnd = !isLong || count >= 3
                if isLong { result += repeatElement(quote, count: isEnd ? count - 3 : count) }
                if isEnd { return result }
            } else if next == UInt8(ascii: "\\") {
                try escape(isLong, into: &result)
            } else if isLong, takeNewline() {
                result.append(UInt8(ascii: "\n"))
            } else if next == nil || isAtNewline {
                let mark = String(repeating: Character(Unicode.Scalar(quote)), count: isLong ? 3 : 1)
                throw TOMLError(position: start, message: "the string has no end; expected \(mark)")
            } else {
                throw unexpected("a string has no control characters but tabs; write \\u and four digits in \"…\"")
            }
        }
    }

    private static let escapes = zip("btnfr\"\\".utf8, "\u{8}\t\n\u{c}\r\"\\".utf8)

    private mutating func escape(_ isLong: Bool, into result: inout [UInt8]) throws(TOMLError) {
        let start = position()
        skip(1)
        if let (letter, byte) = Self.escapes.first(where: { $0.0 == next }) {
            _ = take(letter)
            return result.append(byte)
        }
        let length = next == UInt8(ascii: "u") ? 4 : next == UInt8(ascii: "U") ? 8 : 0
        if length > 0 {
            let digits = rest.dropFirst().prefix(length).prefix(while: TOMLScalar.isHexadecimal)
            let number = digits.count == length ? UInt32(String(decoding: digits, as: UTF8.self), radix: 16) : nil
            guard let scalar = number.flatMap(Unicode.Scalar.init) else {
                let letter = length == 4 ? "u" : "U"
                throw TOMLError(
                    position: start,
                    message:
                        "'\\\(letter)\(Self.shown(digits))' is not a character; expected \(length) hexadecimal digits "
                        + "of a code point other than a surrogate")
            }
            skip(1 + length)
            return result += Array(String(scalar).utf8)
        }
        let isEndOfLine = isLong && rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }.first == UInt8(ascii: "\n")
        skipBlanks()
        guard isEndOfLine, isAtNewline else {
            let allowed = "\\b \\t \\n \\f \\r \\\" \\\\ \\uXXXX \\UXXXXXXXX"
            throw unexpected("expected one of \(allowed) behind a backslash")
        }
        repeat { skipBlanks() } while takeNewline()
    }
}
