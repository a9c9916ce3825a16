/// Finds in a TOML document what the parser would not survive: it recurses into what is nested, and takes for granted
/// that a header begins with a key.
///
/// It knows strings, comments and what is nested, so it is right about every document that is well-formed; in another one
/// it is right up to the mistake, where the parser ends. One pass, in linear time.
package struct TOMLScanner {
    /// What one array, inline table or the document itself adds.
    private struct Level {
        /// An array's elements are one level further down; those of a table are below their keys.
        let own: Int
        /// The key that is being given a value.
        var key = 0
    }

    /// Tables, keys and arrays around one value.
    package static let maximum = 32

    private var rest: Substring.UTF8View
    private var line = 1
    /// The parts of the table that the keys are in.
    private var section = 0
    private var levels = [Level(own: 0)]
    /// Parts of the key that is being read; 0 before it begins.
    private var parts = 0
    private var depth = 0
    /// Nothing of a line's key or header was read yet.
    private var isAtStart = true
    private var isInHeader = false
    /// Both of its brackets were read.
    private var isArrayHeader = false

    /// The first one; nil for a document that may be parsed.
    package static func problem(in text: String) -> LayoutProblem? {
        var scanner = TOMLScanner(rest: text[...].utf8)
        return scanner.scan()
    }

    private init(rest: Substring.UTF8View) { self.rest = rest }

    private mutating func scan() -> LayoutProblem? {
        while let next = rest.popFirst() {
            if let message = fault(at: next) { return LayoutProblem(line: line, message: message) }
            switch next {
            case UInt8(ascii: "\n"): endLine()
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): continue
            case UInt8(ascii: "#"): rest = rest.drop { $0 != UInt8(ascii: "\n") }
            case UInt8(ascii: "["), UInt8(ascii: "{"): open(isArray: next == UInt8(ascii: "["))
            case UInt8(ascii: "]"), UInt8(ascii: "}"): close()
            case UInt8(ascii: "="): endKey()
            case UInt8(ascii: ","): endPair()
            case UInt8(ascii: ".") where isInKey: parts = max(parts, 1) + 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                parts = max(parts, 1)
                skipText(quote: next)
            default:
                parts = max(parts, 1)
                isAtStart = false
                if !isInKey { rest = rest.drop { !Self.endsValue($0) } }
            }
            guard depth + (isInKey ? parts : 0) <= Self.maximum, levels.count <= Self.maximum else {
                let message = "keys, tables and arrays go deeper than the \(Self.maximum) levels allowed"
                return LayoutProblem(line: line, message: message)
            }
        }
        return nil
    }

    private var isInKey: Bool { isInHeader || levels.last.map { $0.own == 0 && $0.key == 0 } ?? false }

    // MARK: What the parser takes for granted

    private func fault(at next: UInt8) -> String? {
        if isInHeader {
            return parts > 0 || mayFollowBracket(next) ? nil : "a header is a key between brackets, such as [store]"
        }
        if next == UInt8(ascii: "}"), levels.last?.own == 1 { return "an array ends with ']', not with '}'" }
        guard !isInKey, Self.isDigit(next) else { return nil }
        let value = rest.prefix { !Self.endsValue($0) }
        let rest = rest.dropFirst(value.count).prefix(3)
        // Between date and time is a T or a space.
        let hasTime = value.dropFirst(9).first.map { $0 | 0x20 } == UInt8(ascii: "t")
        let isCutOff = hasTime && value.dropFirst(10).first.map(Self.isDigit) == false
        let isBroken =
            rest.count == 3 && rest.first == UInt8(ascii: " ") && rest.dropFirst().first.map(Self.isDigit) == true
            && rest.last.map(Self.isDigit) == false
        guard hasTime && value.count == 10 || isCutOff || isBroken else { return nil }
        return "a date is followed by its time, as in 1979-05-27T07:32:00"
    }

    /// Whether the brackets of a header are followed by a key, or by something of which the parser knows to complain.
    private func mayFollowBracket(_ next: UInt8) -> Bool {
        switch next {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"),
            UInt8(ascii: "_"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "]"), UInt8(ascii: " "),
            UInt8(ascii: "\t"):
            true
        case UInt8(ascii: "["): !isArrayHeader
        default: Self.isDigit(next)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func endsValue(_ byte: UInt8) -> Bool {
        byte <= 0x20 || [UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "#")].contains(byte)
    }

    // MARK: Levels

    private mutating func endLine() {
        line += 1
        if isInHeader {
            section = parts
            (isInHeader, isArrayHeader) = (false, false)
            depth = section
        }
        parts = 0
        guard levels.count == 1 else { return }
        isAtStart = true
        depth -= levels[0].key
        levels[0].key = 0
    }

    private mutating func open(isArray: Bool) {
        if isArray, isAtStart, levels.count == 1 {
            isArrayHeader = isInHeader
            // A header says all of where it is.
            depth = 0
            isInHeader = true
            parts = 0
            return
        }
        isAtStart = false
        parts = 0
        levels.append(Level(own: isArray ? 1 : 0))
        depth += isArray ? 1 : 0
    }

    private mutating func close() {
        guard !isInHeader else { return }
        parts = 0
        guard levels.count > 1, let level = levels.popLast() else { return }
        depth -= level.own + level.key
    }

    private mutating func endKey() {
        guard !isInHeader, let last = levels.indices.last else { return }
        depth += parts - levels[last].key
        levels[last].key = parts
        parts = 0
    }

    private mutating func endPair() {
        parts = 0
        guard let last = levels.indices.last else { return }
        depth -= levels[last].key
        levels[last].key = 0
    }

    /// Skips a text, whose first quote was read.
    private mutating func skipText(quote: UInt8) {
        isAtStart = false
        let isLong = rest.starts(with: [quote, quote])
        if isLong { rest = rest.dropFirst(2) }
        while let next = rest.first {
            // Where it ends without a quote the parser ends, too.
            if next == UInt8(ascii: "\n"), !isLong { return }
            rest.removeFirst()
            if next == UInt8(ascii: "\n") { line += 1 }
            if next == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                if rest.popFirst() == UInt8(ascii: "\n") { line += 1 }
            } else if next == quote, !isLong {
                return
            } else if next == quote, rest.starts(with: [quote, quote]) {
                rest = rest.dropFirst(2)
                // One or two quotes may be the last characters of a long text.
                for _ in 0..<2 where rest.first == quote { rest.removeFirst() }
                return
            }
        }
    }
}
