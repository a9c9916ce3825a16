/// Numbers, booleans, dates and times.
enum TOMLScalar {
    /// Reads a value without quotes or brackets.
    static func read(_ cursor: inout TOMLCursor) throws(TOMLError) -> TOMLNode {
        let position = cursor.position()
        var text = Array(cursor.take(while: isPart))
        // A blank may separate a date from its time.
        let rest = cursor.rest.prefix(4)
        if text.count == 10, text[4] == UInt8(ascii: "-"), rest.first == UInt8(ascii: " "),
            rest.dropFirst().prefix(while: isDigit).count == 2, rest.last == UInt8(ascii: ":")
        {
            cursor.skip(1)
            text += [UInt8(ascii: "T")] + cursor.take(while: isPart)
        }
        let expected = "expected a string in quotes, a number, a date, true, false, an array or a table in braces"
        guard !text.isEmpty else { throw cursor.unexpected(expected) }
        if let value = word(text) ?? date(text) ?? number(text[...]) {
            return TOMLNode(value: value, position: position)
        }
        let isDate = text.contains(UInt8(ascii: ":")) || text.dropFirst(4).first == UInt8(ascii: "-")
        let reason =
            isDate
            ? "not a date or a time; expected one such as 1979-05-27T07:32:00Z"
            : integer(text[...]) != nil
                ? "not an integer of 64 bits; expected \(Int64.min) to \(Int64.max)" : "not a value; \(expected)"
        throw TOMLError(position: position, message: "'\(TOMLCursor.shown(text))' is \(reason)")
    }

    private static func isPart(_ byte: UInt8) -> Bool { isBare(byte) || "+.:".utf8.contains(byte) }

    static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"),
            UInt8(ascii: "_"):
            true
        default: isDigit(byte)
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
    }

    private static func word(_ text: [UInt8]) -> TOMLValue? {
        switch String(decoding: text.prefix(6), as: UTF8.self) {
        case "true": .boolean(true)
        case "false": .boolean(false)
        case "inf", "+inf": .float(.infinity)
        case "-inf": .float(-.infinity)
        case "nan", "+nan", "-nan": .float(.nan)
        default: nil
        }
    }

    // MARK: Numbers

    private static func number(_ text: ArraySlice<UInt8>) -> TOMLValue? {
        if let (digits, radix) = integer(text) { return Int64(digits, radix: radix).map { .integer($0) } }
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
        let mantissa = (parts.first ?? []).split(
            separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = mantissa.count > 1 ? digits(mantissa[1], 10) : "0"
        let exponent = parts.count > 1 ? signedDigits(parts[1]) : "0"
        guard let whole = integer(mantissa.first ?? []), whole.radix == 10, let fraction, let exponent else {
            return nil
        }
        return Double("\(whole.digits).\(fraction)e\(exponent)").map { .float($0) }
    }

    /// The sign and digits of an integer, and their radix.
    private static func integer(_ text: ArraySlice<UInt8>) -> (digits: String, radix: Int)? {
        if text.count > 1, text.first == UInt8(ascii: "0"),
            let radix = [UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2][text[text.startIndex + 1]]
        {
            return digits(text.dropFirst(2), radix).map { ($0, radix) }
        }
        guard let number = signedDigits(text) else { return nil }
        let unsigned = number.drop { "+-".contains($0) }
        return unsigned.count > 1 && unsigned.hasPrefix("0") ? nil : (number, 10)
    }

    private static func signedDigits(_ text: ArraySlice<UInt8>) -> String? {
        let sign = text.prefix(1).prefix { "+-".utf8.contains($0) }
        return digits(text.dropFirst(sign.count), 10).map { String(decoding: sign, as: UTF8.self) + $0 }
    }

    /// The digits of a number without the underscores between them.
    private static func digits(_ text: ArraySlice<UInt8>, _ radix: Int) -> String? {
        let groups = text.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        let isDigit = { (byte: UInt8) in Character(Unicode.Scalar(byte)).hexDigitValue.map { $0 < radix } ?? false }
        guard groups.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) }) else { return nil }
        return String(decoding: groups.joined(), as: UTF8.self)
    }

    // MARK: Dates

    private static func date(_ text: [UInt8]) -> TOMLValue? {
        let shown = { String(decoding: text, as: UTF8.self).uppercased() }
        if isTime(text[...]) { return .localTime(shown()) }
        guard isDay(text.prefix(10)) else { return nil }
        if text.count == 10 { return .localDate(shown()) }
        guard text[10] | 0x20 == UInt8(ascii: "t") else { return nil }
        let time = text[11...].prefix { isDigit($0) || ":.".utf8.contains($0) }
        let offset = text[time.endIndex...]
        guard isTime(time) else { return nil }
        if offset.isEmpty { return .localDateTime(shown()) }
        let isOffset =
            offset.count == 6 && "+-".utf8.contains(text[time.endIndex])
            && isTime(offset.dropFirst() + Array(":00".utf8))
        return isOffset || shown().hasSuffix("Z") && offset.count == 1 ? .offsetDateTime(shown()) : nil
    }

    private static func isDay(_ text: ArraySlice<UInt8>) -> Bool {
        guard let fields = fields(text, [4, 2, 2], separator: "-") else { return false }
        let (year, month) = (fields[0], fields[1])
        let isLeapYear = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        let days = [0, 31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return year > 0 && 1...12 ~= month && 1...days[month] ~= fields[2]
    }

    private static func isTime(_ text: ArraySlice<UInt8>) -> Bool {
        guard let fields = fields(text.prefix(8), [2, 2, 2], separator: ":") else { return false }
        let fraction = text.dropFirst(8)
        let isFraction = fraction.first == UInt8(ascii: ".") && fraction.count > 1
        return fields[0] < 24 && fields[1] < 60 && fields[2] < 60
            && (fraction.isEmpty || isFraction && fraction.dropFirst().allSatisfy(isDigit))
    }

    /// Numbers of so many digits each.
    private static func fields(_ text: ArraySlice<UInt8>, _ lengths: [Int], separator: Unicode.Scalar) -> [Int]? {
        let fields = text.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
        guard fields.map(\.count) == lengths, fields.allSatisfy({ $0.allSatisfy(isDigit) }) else { return nil }
        return fields.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
}
