import TestSupport

/// A random document with the depth of each line. It is valid unless keys repeat.
struct RandomTOML {
    private(set) var text = ""
    /// The maximum depth of each line, from 1.
    private(set) var depths: [Int] = [0]
    private var numbers: Numbers
    private var names = 0
    /// The number of distinct keys, so that some repeat; nil for unique keys.
    private let pool: Int?

    init(_ numbers: Numbers, pool: Int? = nil) {
        self.numbers = numbers
        self.pool = pool
        for _ in 0..<chance(8) { pair(below: 0, isInline: false) }
        for _ in 0..<chance(6) {
            let count = parts()
            let isArray = flip()
            let key = key(of: count)
            let space = flip() ? " " : ""
            // An array of tables has the same parts; its tables do not add a level.
            reach(count)
            text += isArray ? "[[\(space)\(key)\(space)]]" : "[\(space)\(key)\(space)]"
            endLine()
            for _ in 0..<chance(5) { pair(below: count, isInline: false) }
        }
    }

    private mutating func chance(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }
    private mutating func flip() -> Bool { Bool.random(using: &numbers) }
    /// Returns a count, rarely a large one.
    private mutating func parts() -> Int { pool == nil && chance(12) == 0 ? 1 + chance(40) : 1 + chance(3) }

    private static let scalars = [
        "1979-05-27T07:32:00.999Z", "1979-05-27 07:32:00", "1979-05-27t07:32:00+01:30", "1979-05-27", "07:32:00.5",
        "+1_000", "-0.5E-3", "0xdead_beef", "0o755", "0b1010", "inf", "-nan", "false", "0", "6.626e-34",
        "-9223372036854775808", "1e400", "5e-324", "0.1_2e0_3", "1979-05-27T07:32:00-23:59", "2024-02-29",
        "1979-05-27T07:32:00.1234567z", "'é\u{301}'", "\"\\u00e9\\U0001F600\\b\\\"\"",
    ]

    private mutating func reach(_ depth: Int) { depths[depths.count - 1] = max(depths[depths.count - 1], depth) }

    private mutating func newLine() {
        text += flip() ? "\n" : "\r\n"
        depths.append(0)
    }

    private mutating func endLine() {
        if chance(3) == 0 { text += " # a.b.c = [[[ \"'{ ''' \"\"\"" }
        newLine()
        if chance(4) == 0 { newLine() }
    }

    private mutating func key(of count: Int) -> String {
        let parts = (0..<count).map { _ in
            names = pool.map { chance($0) } ?? names + 1
            // A repeated key always has the same spelling.
            return switch pool.map({ _ in 3 }) ?? chance(4) {
            case 0: "\"k\(names).[{=#' \\\" \\\\\""
            case 1: "'k\(names).]}=#\"\\'"
            default: "k\(names)"
            }
        }
        return parts.joined(separator: flip() ? "." : " . ")
    }

    private mutating func pair(below depth: Int, isInline: Bool) {
        let count = parts()
        reach(depth + count)
        text += key(of: count) + (flip() ? " = " : "=")
        value(at: depth + count)
        if !isInline { endLine() }
    }

    private mutating func value(at depth: Int) {
        // Enough levels to exceed the limit, and still finite.
        switch chance(depth < 45 ? 9 : 7) {
        case 0: text += "1.5e3"
        case 1: text += Self.scalars.randomElement(using: &numbers) ?? "1"
        case 2: text += "\"a.b = [[{ ' # \\\" \\\\\""
        case 3: text += "'a.b = ]]} \" # \\'"
        case 4: longText("\"\"\"", " \\\" \\\\ \" \"\" ' ")
        case 5: longText("'''", " ' '' \\ \" \"\"\" ")
        case 6: text += "true"
        case 7: array(at: depth)
        default: inlineTable(at: depth)
        }
    }

    private mutating func longText(_ quotes: String, _ inside: String) {
        text += quotes
        for _ in 0..<chance(3) {
            text += inside + "a.b.c = [[[{{ # x"
            newLine()
        }
        text += "end" + String(quotes.prefix(chance(3))) + quotes
    }

    private mutating func array(at depth: Int) {
        reach(depth + 1)
        text += "["
        let count = chance(4)
        for index in 0..<count {
            if chance(4) == 0 { endLine() }
            value(at: depth + 1)
            if index < count - 1 || flip() { text += "," }
            if chance(4) == 0 { endLine() }
        }
        text += "]"
    }

    private mutating func inlineTable(at depth: Int) {
        text += "{ "
        for index in 0..<chance(4) {
            if index > 0 { text += ", " }
            pair(below: depth, isInline: true)
        }
        text += " }"
    }
}
