import TabPlugin

extension ScheduledAlarm: ValueConvertible {
    /// The latest time to restore: 9999-12-31.
    private static let lastMoment: Int64 = 253_402_300_799

    var value: Value {
        var entries: [Value: Value] = [:]
        func put(_ key: String, _ value: Value) { entries[.string(key)] = .variant(value) }
        put("Spec", .string(spec.text))
        put("On", .bool(isOn))
        put("Since", .int64(since))
        if let rungDay { put("RungDay", .int64(rungDay)) }
        if let missed { put("Missed", Self.value(of: missed)) }
        switch phase {
        case .waiting: break
        case .ringing(let occurrence, let late):
            put("Ringing", Self.value(of: occurrence))
            put("Late", .int64(late))
        case .snoozed(let occurrence, let deadline):
            put("Ringing", Self.value(of: occurrence))
            put("Snoozed", deadline.value)
        }
        return .dictionary(key: "s", value: "v", entries)
    }

    init?(value: Value) {
        guard case .dictionary(_, _, let entries) = value else { return nil }
        func get(_ key: String) -> Value? {
            guard case .variant(let value) = entries[.string(key)] else { return nil }
            return value
        }
        func number(_ key: String, _ range: ClosedRange<Int64>) -> Int64? {
            guard case .int64(let number) = get(key), range.contains(number) else { return nil }
            return number
        }
        guard let spec = get("Spec")?.string.flatMap({ AlarmSpec($0) }),
            let since = number("Since", 0...Self.lastMoment)
        else { return nil }
        self.spec = spec
        self.since = since
        isOn = get("On")?.bool ?? false
        rungDay = number("RungDay", 0...Self.lastMoment / 86400)
        missed = get("Missed").flatMap(Self.occurrence)
        guard let occurrence = get("Ringing").flatMap(Self.occurrence) else { return }
        if let deadline = get("Snoozed").flatMap({ Deadline(value: $0) }) {
            phase = .snoozed(occurrence, until: deadline)
        } else {
            phase = .ringing(occurrence, late: number("Late", 0...Self.maximumDelay) ?? 0)
        }
    }

    /// Marks a restored alarm as missed if it began to ring more than the maximum delay ago.
    mutating func resume(at now: ClockReading) {
        if case .ringing(let occurrence, _) = phase, now.seconds - occurrence.moment > Self.maximumDelay {
            miss(occurrence)
        }
    }

    private static func value(of occurrence: Occurrence) -> Value {
        .structure([.int64(occurrence.moment), .int64(occurrence.day)])
    }

    private static func occurrence(_ value: Value) -> Occurrence? {
        guard case .structure(let fields) = value, fields.count == 2, case .int64(let moment) = fields[0],
            case .int64(let day) = fields[1], (0...lastMoment).contains(moment),
            (0...lastMoment / 86400).contains(day)
        else { return nil }
        return Occurrence(moment: moment, day: day)
    }
}
