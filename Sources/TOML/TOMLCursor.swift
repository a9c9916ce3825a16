/// A place in a document's bytes, which are valid UTF-8, and what is read without knowledge of tables.
struct TOMLCursor {
    private let bytes: [UInt8]
    private var index = 0
    /// The last index whose position was asked for: each byte is counted once.
    private var mark = (index: 0, line: 1, column: 1)

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var rest: ArraySlice<UInt8> { bytes[index...] }

    /// The next byte as a scalar, to be compared with ASCII; nil at the end.
    var next: Unicode.Scalar? { index < bytes.count ? Unicode.Scalar(bytes[index]) : nil }

    mutating func position() -> TOMLPosition {
        for byte in bytes[mark.index..<index] {
            mark.column += byte & 0xC0 != 0x80 ? 1 : 0
            if byte == UInt8(ascii: "\n") { (mark.line, mark.column) = (mark.line + 1, 1) }
        }
        mark.index = index
        return TOMLPosition(line: mark.line, column: mark.column)
    }

    /// An error at the next character, which is named behind the message.
    mutating func unexpected(_ message: String) -> TOMLError {
        let character = Self.shown(String(decoding: rest.prefix(4), as: UTF8.self), limit: 1)
        let found = isAtNewline ? "the end of the line" : next == nil ? "the end of the text" : "'\(character)'"
        return TOMLError(position: position(), message: "\(message), found \(found)")
    }

    /// The first characters of a text for a message.
    static func shown(_ text: String, limit: Int = 80) -> String {
        let scalars = text.unicodeScalars.prefix(limit)
        return scalars.map { "'\"\\".unicodeScalars.contains($0) ? String($0) : $0.escaped(asASCII: false) }.joined()
    }

    mutating func skip(_ count: Int) { index = min(bytes.count, index + count) }

    mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    mutating func take(while matches: (Unicode.Scalar) -> Bool) -> String {
        let taken = rest.prefix { matches(Unicode.Scalar($0)) }
        index += taken.count
        return String(decoding: taken, as: UTF8.self)
    }

    mutating func skipBlanks() { while next == " " || next == "\t" { index += 1 } }

    var isAtNewline: Bool { next == "\n" || next == "\r" && rest.dropFirst().first == UInt8(ascii: "\n") }

    mutating func takeNewline() -> Bool {
        guard isAtNewline else { return false }
        index += next == "\r" ? 2 : 1
        return true
    }

    mutating func skipComment() throws(TOMLError) {
        guard next == "#" else { return }
        while let next, Self.isText(next) { index += 1 }
        guard next == nil || isAtNewline else { throw unexpected("a comment has no control characters but tabs") }
    }

    /// Skips blanks, comments and ends of lines.
    mutating func skipSpace() throws(TOMLError) {
        repeat {
            skipBlanks()
            try skipComment()
        } while takeNewline()
    }

    private static func isText(_ byte: Unicode.Scalar) -> Bool { byte >= " " && byte != "\u{7F}" || byte == "\t" }

    /// Reads a string from its first quote to its last.
    ///
    /// - Parameter mayBeLong: Whether three quotes begin a string of several lines, as they do for values.
    mutating func string(mayBeLong: Bool) throws(TOMLError) -> String {
        let (start, quote, isBasic) = (position(), next ?? "'", next == "\"")
        let quotes = { String(repeating: Character(quote), count: $0) }
        let isLong = mayBeLong && rest.starts(with: quotes(3).utf8)
        let length = isLong ? 3 : 1
        skip(length)
        if isLong { _ = takeNewline() }
        var result = ""
        while true {
            result += take { Self.isText($0) && $0 != quote && ($0 != "\\" || !isBasic) }
            if next == quote {
                // One or two quotes may stand before the three that end a long string.
                let count = rest.prefix(isLong ? 5 : 1).prefix { Unicode.Scalar($0) == quote }.count
                skip(count)
                guard count < length else { return result + quotes(count - length) }
                result += quotes(count)
            } else if next == "\\" {
                result += try escape(isLong)
            } else if isLong, takeNewline() {
                result += "\n"
            } else if next == nil || isAtNewline {
                throw TOMLError(position: start, message: "the string has no end; expected \(quotes(length))")
            } else {
                throw unexpected("a string has no control characters but tabs; write \\u and four digits in \"…\"")
            }
        }
    }

    private mutating func escape(_ isLong: Bool) throws(TOMLError) -> String {
        let start = position()
        skip(1)
        for (letter, scalar) in zip("btnfr\"\\".unicodeScalars, "\u{8}\t\n\u{C}\r\"\\".unicodeScalars)
        where take(letter) { return String(scalar) }
        if let length = next == "u" ? 4 : next == "U" ? 8 : nil {
            let digits = String(decoding: rest.dropFirst().prefix(length), as: UTF8.self)
            let number =
                digits.allSatisfy(\.isHexDigit) && digits.utf8.count == length ? UInt32(digits, radix: 16) : nil
            skip(1 + length)
            if let scalar = number.flatMap(Unicode.Scalar.init) { return String(scalar) }
            let expected = "expected \(length) hexadecimal digits of a code point other than a surrogate"
            throw TOMLError(position: start, message: "'\(Self.shown(digits))' is not a character; \(expected)")
        }
        if isLong { skipBlanks() }
        guard isLong, isAtNewline else {
            throw unexpected("expected one of b t n f r \" \\ uXXXX UXXXXXXXX behind a backslash")
        }
        while takeNewline() { skipBlanks() }
        return ""
    }
}
