/// The lines on which the values of a TOML document stand, which the parser does not tell.
///
/// It reads what the parser has accepted, so that all of it is well-formed.
struct TOMLPlaces {
    /// A step to a value: a key of a table, or a place in an array.
    enum Step: Hashable {
        case key(String)
        case index(Int)
    }

    private var lines: [[Step]: Int] = [:]
    private let all: [UInt8]
    private var rest: ArraySlice<UInt8>
    private var line = 1
    /// The table that the keys are in.
    private var section: [Step] = []
    /// How many tables an array of tables has so far.
    private var counts: [[Step]: Int] = [:]

    init(of text: String) {
        all = Array(text.utf8)
        rest = all[...]
        skip(while: Self.isSpace)
        while let next = rest.first {
            switch next {
            case UInt8(ascii: "#"): skipComment()
            case UInt8(ascii: "["): readHeader()
            default: readPair(in: section)
            }
            skip(while: Self.isSpace)
        }
    }

    /// The line of a value; for what the document doesn't say, that of what it would be in.
    func line(of path: [Step]) -> Int {
        var path = path
        while !path.isEmpty {
            if let line = lines[path] { return line }
            path.removeLast()
        }
        return 1
    }

    // MARK: Reading

    private mutating func readHeader() {
        let start = line
        let isArray = rest.starts(with: "[[".utf8)
        take(isArray ? 2 : 1)
        let keys = readKey(until: UInt8(ascii: "]"))
        take(isArray ? 2 : 1)
        var path: [Step] = []
        for (place, key) in keys.enumerated() {
            path.append(.key(key))
            if place == keys.count - 1, isArray {
                counts[path, default: 0] += 1
                note(path, start)
            }
            // Inside of an array of tables it is the last of them.
            if let count = counts[path] { path.append(.index(count - 1)) }
        }
        section = path
        note(path, start)
    }

    private mutating func readPair(in table: [Step]) {
        let start = line
        let path = table + readKey(until: UInt8(ascii: "=")).map { .key($0) }
        for count in table.count + 1..<path.count + 1 { note(Array(path.prefix(count)), start) }
        take(1)
        skip(while: Self.isSpace)
        readValue(at: path)
    }

    private mutating func readValue(at path: [Step]) {
        note(path, line)
        switch rest.first {
        case UInt8(ascii: "["): readArray(at: path)
        case UInt8(ascii: "{"):
            take(1)
            skipToValue()
            while let next = rest.first, next != UInt8(ascii: "}") {
                readPair(in: path)
                skipToValue()
            }
            take(1)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = readText()
        default: skip { !",]}#\n".utf8.contains($0) }
        }
    }

    private mutating func readArray(at path: [Step]) {
        take(1)
        skipToValue()
        var index = 0
        while let next = rest.first, next != UInt8(ascii: "]") {
            readValue(at: path + [.index(index)])
            index += 1
            skipToValue()
        }
        take(1)
    }

    /// The parts of a dotted key; ends before `end`.
    private mutating func readKey(until end: UInt8) -> [String] {
        var parts: [String] = []
        while let next = rest.first, next != end {
            switch next {
            case UInt8(ascii: "."), UInt8(ascii: " "), UInt8(ascii: "\t"): take(1)
            case UInt8(ascii: "\""), UInt8(ascii: "'"): parts.append(readText())
            default:
                let part = rest.prefix { $0 != end && $0 != UInt8(ascii: ".") && !Self.isSpace($0) }
                parts.append(String(decoding: part, as: UTF8.self))
                take(max(1, part.count))
            }
        }
        return parts
    }

    /// What is between quotes, escapes as they are written.
    private mutating func readText() -> String {
        guard let quote = rest.first else { return "" }
        let isLong = rest.starts(with: [quote, quote, quote])
        let mark = isLong ? [quote, quote, quote] : [quote]
        take(mark.count)
        let start = rest.startIndex
        while !rest.isEmpty, !rest.starts(with: mark) {
            take(quote == UInt8(ascii: "\"") && rest.first == UInt8(ascii: "\\") ? 2 : 1)
        }
        let text = all[start..<rest.startIndex]
        take(mark.count)
        // One or two quotes may be the last characters of a long text.
        while isLong, rest.first == quote { take(1) }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skipToValue() {
        while let next = rest.first, Self.isSpace(next) || next == UInt8(ascii: ",") || next == UInt8(ascii: "#") {
            if next == UInt8(ascii: "#") { skipComment() } else { take(1) }
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

    private mutating func skipComment() { skip { $0 != UInt8(ascii: "\n") } }

    private mutating func skip(while matches: (UInt8) -> Bool) {
        while let next = rest.first, matches(next) { take(1) }
    }

    private mutating func take(_ count: Int) {
        let taken = rest.prefix(count)
        line += taken.count { $0 == UInt8(ascii: "\n") }
        rest = rest.dropFirst(count)
    }

    private mutating func note(_ path: [Step], _ line: Int) {
        if lines[path] == nil { lines[path] = line }
    }
}
