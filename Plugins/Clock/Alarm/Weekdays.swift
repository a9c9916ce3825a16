/// The days of the week on which an alarm repeats. An alarm without days rings once.
struct Weekdays: OptionSet, Hashable {
    let rawValue: UInt8

    init(rawValue: UInt8) { self.rawValue = rawValue & 0x7f }

    /// - Parameter day: The day of the week; 0 is Monday.
    init(day: Int) { self.init(rawValue: 1 << UInt8(day)) }

    static let daily = Weekdays(rawValue: 0x7f)
    static let workdays = Weekdays(rawValue: 0x1f)
    static let weekend = Weekdays(rawValue: 0x60)

    static let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    static let fullNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

    func contains(day: Int) -> Bool { contains(Weekdays(day: day)) }

    /// The text form: `Once`, `Daily`, `Mon-Fri` or `Mon,Wed,Fri`.
    var text: String {
        if isEmpty { return "Once" }
        if self == .daily { return "Daily" }
        let runs = (0..<7).reduce(into: [ClosedRange<Int>]()) { runs, day in
            guard contains(day: day) else { return }
            if let last = runs.last, last.upperBound == day - 1 {
                runs[runs.count - 1] = last.lowerBound...day
            } else {
                runs.append(day...day)
            }
        }
        return runs.map { run in
            let (first, last) = (Self.names[run.lowerBound], Self.names[run.upperBound])
            return run.count == 1 ? first : first + "-" + last
        }.joined(separator: ",")
    }

    /// Parses the form of `text`: names of days and ranges, separated by commas, in upper or lower case. Returns nil
    /// for any other text.
    init?(_ text: some StringProtocol) {
        var days: Weekdays = []
        let parts = text.lowercased().split(separator: ",", omittingEmptySubsequences: false)
        for part in parts {
            switch part {
            case "once" where parts.count == 1: break
            case "daily": days = .daily
            default:
                let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(Self.day)
                guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil else {
                    return nil
                }
                // A range may include the end of the week: Fri-Mon.
                for step in 0...(last - first + 7) % 7 { days.insert(Weekdays(day: (first + step) % 7)) }
            }
        }
        self = days
    }

    /// Parses the name of a day, in full or abbreviated to three letters.
    private static func day(_ name: Substring) -> Int? {
        names.firstIndex { $0.lowercased() == name } ?? fullNames.firstIndex { $0.lowercased() == name }
    }
}
