/// The reader of numbers, booleans, dates and times.
package enum TOMLScalar {
    /// Reads a value that has no quotes or brackets.
    static func read(_ cursor: inout TOMLCursor) throws(TOMLError) -> TOMLNode {
        let position = cursor.position()
        let isPart = { (byte: Unicode.Scalar) in isBare(byte) || byte == "+" || byte == "." || byte == ":" }
        var text = cursor.consume(while: isPart)
        // A blank may separate a date from its time.
        if text.utf8.count == 10, shape(text) == "0000-00-00",
            shape(String(decoding: cursor.rest.prefix(4), as: UTF8.self)) == " 00:"
        {
            cursor.skip(1)
            text += "T" + cursor.consume(while: isPart)
        }
        let expected = "expected a string in quotes, a number, a date, true, false, an array or an inline table"
        guard let first = text.unicodeScalars.first else { throw cursor.unexpected(expected) }
        if let value = integer(text) ?? word(text) ?? number(text) ?? date(text) {
            return TOMLNode(value: value, position: position)
        }
        let reason =
            isDigit(first) || first == "+" || first == "-"
            ? "number or date; expected for example 64, 0.5 or 1979-05-27T07:32:00Z; integers have at most 64 bits"
            : "value; \(expected)"
        throw TOMLError(position: position, message: "'\(TOMLCursor.escaped(text))' is not a \(reason)")
    }

    static func isDigit(_ byte: Unicode.Scalar) -> Bool { "0"..."9" ~= byte }

    /// Whether a key without quotes may contain a character.
    package static func isBare(_ byte: Unicode.Scalar) -> Bool {
        isDigit(byte) || "a"..."z" ~= byte || "A"..."Z" ~= byte || byte == "-" || byte == "_"
    }

    /// Reads decimal digits after an optional `-`, the form of nearly all numbers. 250,000 of them take 30 ms instead of
    /// 280 ms.
    private static func integer(_ text: String) -> TOMLValue? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        // Longer ones may overflow, and only the number 0 starts with a 0.
        guard 1...18 ~= digits.count, digits.first != UInt8(ascii: "0") || digits.count == 1 else { return nil }
        var number: Int64 = 0
        for digit in digits {
            guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
            number = number * 10 + Int64(digit - UInt8(ascii: "0"))
        }
        return .integer(digits.count < text.utf8.count ? -number : number)
    }

    private static func word(_ text: String) -> TOMLValue? {
        switch text {
        case "true": .boolean(true)
        case "false": .boolean(false)
        case "inf", "+inf": .float(.infinity)
        case "-inf": .float(-.infinity)
        case "nan", "+nan", "-nan": .float(.nan)
        default: nil
        }
    }

    private static func number(_ text: String) -> TOMLValue? {
        let radix = ["0x": 16, "0o": 8, "0b": 2][String(text.prefix(2))] ?? 10
        let bytes = Array(radix == 10 ? text.utf8.drop { "+-".utf8.contains($0) } : text.utf8.dropFirst(2))
        let isDigit = { Character(Unicode.Scalar($0 as UInt8)).hexDigitValue.map { $0 < radix } ?? false }
        // Underscores and the decimal point stand between digits. Only the integer part 0 starts with a 0.
        let groups = bytes.split(omittingEmptySubsequences: false) { "_.".utf8.contains($0) }
        guard groups.dropLast().allSatisfy({ $0.last.map(isDigit) == true }) else { return nil }
        guard groups.allSatisfy({ $0.first.map(isDigit) == true }) else { return nil }
        if radix == 10, text.utf8.count - bytes.count > 1 { return nil }
        if radix == 10, bytes.count > 1, bytes[0] == UInt8(ascii: "0"), !".eE".utf8.contains(bytes[1]) { return nil }
        let digits = String(decoding: bytes.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
        let plain = (text.hasPrefix("-") ? "-" : "") + digits
        if let number = Int64(plain, radix: radix) { return .integer(number) }
        return radix != 10 || digits.utf8.allSatisfy(isDigit) ? nil : Double(plain).map { .float($0) }
    }

    /// Returns a text with each digit replaced by 0.
    private static func shape(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { isDigit($0) ? "0" : $0 }))
    }

    private static func date(_ text: String) -> TOMLValue? {
        let text = text.uppercased()
        var (whole, fraction) = (text[...], Substring("0"))
        if let point = text.firstIndex(of: ".") {
            guard shape(String(text[..<point])).hasSuffix("00:00:00") else { return nil }
            let zone = text[point...].firstIndex { "Z+-".contains($0) } ?? text.endIndex
            (whole, fraction) = (text[..<point] + text[zone...], text[text.index(after: point)..<zone])
        }
        guard !fraction.isEmpty, fraction.unicodeScalars.allSatisfy(isDigit) else { return nil }
        let fields = whole.unicodeScalars.split { !isDigit($0) }.compactMap { Int(String($0)) }
        let value: TOMLValue
        switch shape(String(whole)) {
        case "00:00:00": return areTimes(fields[...]) ? .localTime(text) : nil
        case "0000-00-00" where whole == text: value = .localDate(text)
        case "0000-00-00T00:00:00": value = .localDateTime(text)
        case "0000-00-00T00:00:00Z", "0000-00-00T00:00:00+00:00", "0000-00-00T00:00:00-00:00":
            value = .offsetDateTime(text)
        default: return nil
        }
        let (year, month, day) = (fields[0], fields[1], fields[2])
        let isLeapYear = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        let isDay = year > 0 && 1...12 ~= month && 1...days[month - 1] ~= day
        return isDay && areTimes(fields.dropFirst(3)) ? value : nil
    }

    private static func areTimes(_ fields: ArraySlice<Int>) -> Bool {
        zip(fields, [23, 59, 59, 23, 59]).allSatisfy { $0 <= $1 }
    }
}
