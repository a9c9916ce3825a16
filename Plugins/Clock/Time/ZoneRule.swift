/// The rule for future years at the end of a zone file, in POSIX notation: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule {
    private let standard: Int
    private let summer: (offset: Int, begin: Moment, end: Moment)?

    /// Parses a rule. Returns nil if the text is empty or malformed.
    init?(_ text: String) {
        var rest = Substring(text)
        guard Self.dropName(&rest), let west = Self.time(&rest), Self.isOffset(Int64(west)) else { return nil }
        standard = -west
        guard !rest.isEmpty else {
            summer = nil
            return
        }
        guard Self.dropName(&rest) else { return nil }
        let offset = rest.first == "," ? standard + 3600 : -(Self.time(&rest) ?? 0)
        guard Self.isOffset(Int64(offset)) else { return nil }
        let moments = rest.dropFirst().split(separator: ",").compactMap { Moment($0) }
        guard moments.count == 2 else { return nil }
        summer = (offset, moments[0], moments[1])
    }

    /// Returns the offset in seconds east of UTC at a time in seconds since 1970.
    func offset(at moment: Int64) -> Int {
        guard let summer else { return standard }
        let (begin, end) = season(summer, in: DateAndTime(secondsSince1970: moment + Int64(standard)).year)
        let isSummer = begin < end ? (begin..<end).contains(moment) : !(end..<begin).contains(moment)
        return isSummer ? summer.offset : standard
    }

    /// Returns the beginning and end of daylight saving time in a year, in seconds since 1970.
    func changes(in year: Int64) -> [Int64] {
        guard let summer else { return [] }
        let (begin, end) = season(summer, in: year)
        return [begin, end]
    }

    private func season(
        _ summer: (offset: Int, begin: Moment, end: Moment), in year: Int64
    ) -> (begin: Int64, end: Int64) {
        (summer.begin.seconds(in: year) - Int64(standard), summer.end.seconds(in: year) - Int64(summer.offset))
    }

    /// Whether an offset in seconds is in the range of RFC 9636.
    static func isOffset(_ seconds: Int64) -> Bool { abs(seconds) < 26 * 3600 }

    private static func dropName(_ text: inout Substring) -> Bool {
        if text.first == "<" {
            guard let end = text.firstIndex(of: ">") else { return false }
            text = text[text.index(after: end)...]
            return true
        }
        let name = text.prefix { $0.isLetter }
        text = text.dropFirst(name.count)
        return !name.isEmpty
    }

    /// Parses `[+-]h[h][:mm[:ss]]`. Returns seconds.
    fileprivate static func time(_ text: inout Substring) -> Int? {
        let length = text.prefix { $0.isNumber || $0 == ":" || $0 == "-" || $0 == "+" }.count
        var digits = text.prefix(length)
        text = text.dropFirst(length)
        let sign = digits.first == "-" ? -1 : 1
        if digits.first == "-" || digits.first == "+" { digits = digits.dropFirst() }
        let parts = digits.split(separator: ":").map { Int($0) }
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0
        for (part, unit) in zip(parts, [3600, 60, 1]) {
            guard let part, part <= 167 else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }
}

/// The beginning or end of daylight saving time, in the local time before the change: `M3.5.0/2`, `J60`, `59`.
private struct Moment {
    private enum Day {
        case weekday(month: Int64, week: Int64, weekday: Int64)
        /// The day of the year from 0, with 29 February.
        case ofYear(Int64)
        /// The day of the year from 1, without 29 February.
        case ofCommonYear(Int64)
    }

    private let day: Day
    private let time: Int

    init?(_ text: Substring) {
        let parts = text.split(separator: "/", maxSplits: 1)
        guard let date = parts.first else { return nil }
        if date.first == "M" {
            let numbers = date.dropFirst().split(separator: ".").compactMap { Int64($0) }
            guard numbers.count == 3, (1...12).contains(numbers[0]), (1...5).contains(numbers[1]),
                (0...6).contains(numbers[2])
            else { return nil }
            day = .weekday(month: numbers[0], week: numbers[1], weekday: numbers[2])
        } else if date.first == "J" {
            guard let number = Int64(date.dropFirst()), (1...365).contains(number) else { return nil }
            day = .ofCommonYear(number)
        } else {
            guard let number = Int64(date), (0...365).contains(number) else { return nil }
            day = .ofYear(number)
        }
        var rest = parts.count == 2 ? parts[1] : "2"
        guard let time = ZoneRule.time(&rest) else { return nil }
        self.time = time
    }

    /// Returns the local time in seconds since 1970.
    func seconds(in year: Int64) -> Int64 {
        let newYear = DateAndTime.day(year: year, month: 1, day: 1)
        let date: Int64
        switch day {
        case .ofYear(let number): date = newYear + number
        case .ofCommonYear(let number):
            let isLeap = DateAndTime.day(year: year + 1, month: 1, day: 1) - newYear == 366
            date = newYear + number - 1 + (isLeap && number >= 60 ? 1 : 0)
        case .weekday(let month, let week, let weekday):
            let first = DateAndTime.day(year: year, month: month, day: 1)
            let next = month == 12 ? newYear + 366 : DateAndTime.day(year: year, month: month + 1, day: 1)
            // 1970-01-01 was a Thursday.
            var candidate = first + (weekday - (first + 4) % 7 + 7) % 7 + (week - 1) * 7
            if candidate >= next { candidate -= 7 }
            date = candidate
        }
        return date * 86400 + Int64(time)
    }
}
