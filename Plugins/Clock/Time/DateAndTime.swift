/// A local date and time.
struct DateAndTime {
    /// The date in days since 1970-01-01.
    let day: Int64
    /// The time in seconds since midnight.
    let second: Int64

    init(secondsSince1970 seconds: Int64) {
        second = ((seconds % 86400) + 86400) % 86400
        day = (seconds - second) / 86400
    }

    /// The hours and minutes, such as `08:05`.
    var clock: String { twoDigits(second / 3600) + ":" + twoDigits(second / 60 % 60) }

    /// The day of the week; 0 is Monday.
    var weekday: Int { Self.weekday(of: day) }

    /// The proleptic Gregorian year.
    var year: Int64 {
        let (era, yearOfEra, dayOfYear) = parts
        return yearOfEra + era * 400 + (dayOfYear >= 306 ? 1 : 0)
    }

    /// The day and month, such as `21 Nov`.
    var date: String {
        let dayOfYear = parts.dayOfYear
        let month = (5 * dayOfYear + 2) / 153
        let names = ["Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb"]
        return "\(dayOfYear - (153 * month + 2) / 5 + 1) \(names[Int(month)])"
    }

    /// The year in a 400-year era, and the day in a year, both beginning in March.
    private var parts: (era: Int64, yearOfEra: Int64, dayOfYear: Int64) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        return (era, yearOfEra, dayOfYear)
    }

    /// Returns a date in days since 1970-01-01.
    static func day(year: Int64, month: Int64, day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Returns the day of the week of a date in days since 1970-01-01, a Thursday; 0 is Monday.
    static func weekday(of day: Int64) -> Int { Int(((day + 3) % 7 + 7) % 7) }
}

func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
