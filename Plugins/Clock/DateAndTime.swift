/// A wall clock's reading, from seconds since 1970 with the zone's offset added.
struct DateAndTime {
    /// Days since 1970-01-01.
    let day: Int64
    /// Since midnight.
    let second: Int64

    init(secondsSince1970 seconds: Int64) {
        second = ((seconds % 86400) + 86400) % 86400
        day = (seconds - second) / 86400
    }

    /// Hours and minutes, such as `08:05`.
    var clock: String { twoDigits(second / 3600) + ":" + twoDigits(second / 60 % 60) }

    /// The proleptic Gregorian year.
    var year: Int64 {
        // Years of a 400-year era that begins in March.
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        return yearOfEra + era * 400 + (dayOfYear >= 306 ? 1 : 0)
    }

    /// Days since 1970-01-01 of a date.
    static func day(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
