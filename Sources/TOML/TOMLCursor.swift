/// A position in the bytes of a document (valid UTF-8), which reads comments and strings.
struct TOMLCursor {
    private let bytes: [UInt8]
    private var index = 0
    /// The last position that was computed, so that each byte is counted only once.
    private var counted = (index: 0, line: 1, column: 1)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var rest: ArraySlice<UInt8> { bytes[index...] }

    /// The next byte as a scalar, for comparison with ASCII; nil at the end.
    var next: Unicode.Scalar? { index < bytes.count ? Unicode.Scalar(bytes[index]) : nil }

    mutating func position() -> TOMLPosition {
        for byte in bytes[counted.index..<index] {
            counted.column += byte & 0xC0 != 0x80 ? 1 : 0
            if byte == UInt8(ascii: "\n") { (counted.line, counted.column) = (counted.line + 1, 1) }
        }
        counted.index = index
        return TOMLPosition(line: counted.line, column: counted.column)
    }

    /// Returns an error at the next character; the message ends with that character.
    mutating func unexpected(_ message: String) -> TOMLError {
        let character = Self.escaped(String(decoding: rest.prefix(4), as: UTF8.self), limit: 1)
        let found = isAtNewline ? "the end of the line" : next == nil ? "the end of the text" : "'\(character)'"
        return TOMLError(position: position(), message: "\(message), found \(found)")
    }

    /// Returns the first characters of a text, escaped for a message.
    static func escaped(_ text: String, limit: Int = 80) -> String {
        let scalars = text.unicodeScalars.prefix(limit)
        return scalars.map { "'\"\\".unicodeScalars.contains($0) ? String($0) : $0.escaped(asASCII: false) }.joined()
    }

    mutating func skip(_ count: Int) { index = min(bytes.count, index + count) }

    mutating func consume(_ byte: Unicode.Scalar) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    mutating func consume(while matches: (Unicode.Scalar) -> Bool) -> String {
        let consumed = rest.prefix { matches(Unicode.Scalar($0)) }
        index += consumed.count
        return String(decoding: consumed, as: UTF8.self)
    }

    mutating func skipBlanks() { while next == " " || next == "\t" { index += 1 } }

    var isAtNewline: Bool { next == "\n" || next == "\r" && rest.dropFirst().first == UInt8(ascii: "\n") }

    mutating func consumeNewline() -> Bool {
        guard isAtNewline else { return false }
        index += next == "\r" ? 2 : 1
        return true
    }

    mutating func skipComment() throws(TOMLError) {
        guard next == "#" else { return }
        while let next, Self.isText(next) { index += 1 }
        guard next == nil || isAtNewline else { throw unexpected("expected no control characters in a comment") }
    }

    /// Skips blanks, comments and newlines.
    mutating func skipSpace() throws(TOMLError) {
        repeat {
            skipBlanks()
            try skipComment()
        } while consumeNewline()
    }

    private static func isText(_ byte: Unicode.Scalar) -> Bool { byte >= " " && byte != "\u{7F}" || byte == "\t" }

    /// Reads a string, including its quotes.
    ///
    /// - Parameter mayBeLong: Whether three quotes start a multi-line string, as they do for values.
    mutating func string(mayBeLong: Bool) throws(TOMLError) -> String {
        let (start, quote, isBasic) = (position(), next ?? "'", next == "\"")
        let quotes = { String(repeating: Character(quote), count: $0) }
        let isLong = mayBeLong && rest.starts(with: quotes(3).utf8)
        let length = isLong ? 3 : 1
        skip(length)
        if isLong { _ = consumeNewline() }
        var result = ""
        while true {
            result += consume { Self.isText($0) && $0 != quote && ($0 != "\\" || !isBasic) }
            if next == quote {
                // A multi-line string may end with one or two quotes before its three closing quotes.
                let count = rest.prefix(isLong ? 5 : 1).prefix { Unicode.Scalar($0) == quote }.count
                skip(count)
                guard count < length else { return result + quotes(count - length) }
                result += quotes(count)
            } else if next == "\\" {
                result += try escape(isLong)
            } else if isLong, consumeNewline() {
                result += "\n"
            } else if next == nil || isAtNewline {
                throw TOMLError(position: start, message: "unterminated string; expected \(quotes(length))")
            } else {
                throw unexpected("expected no control characters in a string; use \\u and four digits in \"…\"")
            }
        }
    }

    private mutating func escape(_ isLong: Bool) throws(TOMLError) -> String {
        let start = position()
        skip(1)
        for (letter, scalar) in zip("btnfr\"\\".unicodeScalars, "\u{8}\t\n\u{C}\r\"\\".unicodeScalars)
        where consume(letter) { return String(scalar) }
        if let length = next == "u" ? 4 : next == "U" ? 8 : nil {
            let digits = String(decoding: rest.dropFirst().prefix(length), as: UTF8.self)
            let number =
                digits.allSatisfy(\.isHexDigit) && digits.utf8.count == length ? UInt32(digits, radix: 16) : nil
            skip(1 + length)
            if let scalar = number.flatMap(Unicode.Scalar.init) { return String(scalar) }
            let expected = "expected \(length) hexadecimal digits of a code point other than a surrogate"
            throw TOMLError(position: start, message: "'\(Self.escaped(digits))' is not a character; \(expected)")
        }
        if isLong { skipBlanks() }
        guard isLong, isAtNewline else {
            throw unexpected("expected one of b t n f r \" \\ uXXXX UXXXXXXXX after a backslash")
        }
        while consumeNewline() { skipBlanks() }
        return ""
    }
}
