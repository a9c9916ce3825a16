import Glibc

/// A time zone of the system's database (RFC 9636). Reading it does not affect the zone of the process.
struct TimeZone {
    private var transitions: [(at: Int64, offset: Int32)] = []
    /// The offset before the first transition, in seconds east of UTC.
    private var firstOffset: Int32 = 0
    /// The rule after the last transition.
    private var rule: ZoneRule?
    /// The maximum distance from 1970 in seconds, so that sums of times can't overflow.
    private static let maximum: Int64 = 1 << 60

    static let utc = TimeZone()

    private init() {}

    /// Creates a zone with one rule for all years.
    init(_ rule: ZoneRule) { self.rule = rule }

    /// Reads a zone of the database. Returns nil if it does not exist. The name can't refer to files outside the
    /// database.
    init?(named name: String) {
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"),
                UInt8(ascii: "/"):
                true
            default: false
            }
        }
        guard isName, !name.isEmpty, name.utf8.count < 100 else { return nil }
        self.init(path: "/usr/share/zoneinfo/" + name)
    }

    init?(path: String) {
        guard let bytes = readFile(path, limit: 65536) else { return nil }
        var reader = ByteReader(bytes)
        guard let first = Header(&reader) else { return nil }
        if first.version >= 2 {
            // Skip the first block, which repeats the second with 32 bits.
            reader.skip(first.length(wordSize: 4))
            guard let second = Header(&reader) else { return nil }
            self.init(&reader, second, wordSize: 8)
            rule = ZoneRule(reader.line())
        } else {
            self.init(&reader, first, wordSize: 4)
        }
    }

    private init?(_ reader: inout ByteReader, _ header: Header, wordSize: Int) {
        let times = (0..<header.timeCount).compactMap { _ in reader.integer(wordSize) }
        let indices = (0..<header.timeCount).compactMap { _ in reader.integer(1) }
        var offsets: [Int32] = []
        for _ in 0..<header.typeCount {
            guard let offset = reader.integer(4), ZoneRule.isOffset(offset) else { return nil }
            offsets.append(Int32(truncatingIfNeeded: offset))
            reader.skip(2)
        }
        reader.skip(
            header.abbreviationLength + header.leapCount * (wordSize + 4) + header.standardCount + header.utCount)
        guard let firstOffset = offsets.first, times.count == header.timeCount, indices.count == times.count else {
            return nil
        }
        self.firstOffset = firstOffset
        for (time, index) in zip(times, indices) {
            let index = Int(UInt8(truncatingIfNeeded: index))
            guard index < offsets.count, time > transitions.last?.at ?? -Self.maximum, time < Self.maximum else {
                return nil
            }
            transitions.append((time, offsets[index]))
        }
    }

    /// Returns the offset in seconds east of UTC at a time in seconds since 1970.
    func offset(at moment: Int64) -> Int {
        guard let last = transitions.last else { return rule?.offset(at: moment) ?? Int(firstOffset) }
        if moment >= last.at { return rule?.offset(at: moment) ?? Int(last.offset) }
        return Int(transitions.last { $0.at <= moment }?.offset ?? firstOffset)
    }

    /// Returns the times at which the offset may change, in order.
    func changes(in range: ClosedRange<Int64>) -> [Int64] {
        let years = [range.lowerBound, range.upperBound].map { DateAndTime(secondsSince1970: $0).year }
        let ruled = rule.map { rule in (years[0] - 1...years[1] + 1).flatMap(rule.changes) } ?? []
        return (transitions.map(\.at) + ruled).filter(range.contains).sorted()
    }
}

/// The counts in the header of a block.
private struct Header {
    let version: Int
    let utCount, standardCount, leapCount, timeCount, typeCount, abbreviationLength: Int

    init?(_ reader: inout ByteReader) {
        guard reader.integer(4) == 0x545A_6966, let version = reader.integer(1) else { return nil }
        self.version = version == 0 ? 1 : Int(version) - 48
        reader.skip(15)
        let counts = (0..<6).compactMap { _ in reader.integer(4) }.map(Int.init)
        guard counts.count == 6, counts.allSatisfy({ (0...65536).contains($0) }) else { return nil }
        (utCount, standardCount, leapCount) = (counts[0], counts[1], counts[2])
        (timeCount, typeCount, abbreviationLength) = (counts[3], counts[4], counts[5])
    }

    func length(wordSize: Int) -> Int {
        timeCount * (wordSize + 1) + typeCount * 6 + abbreviationLength + leapCount * (wordSize + 4) + standardCount
            + utCount
    }
}

extension TimeZone {
    /// Returns the local time at a time in seconds since 1970, UTC.
    func wall(at moment: Int64) -> DateAndTime { DateAndTime(secondsSince1970: moment + Int64(offset(at: moment))) }

    /// Returns the first moment with a given local time or a later one.
    ///
    /// If the local time does not exist, because clocks are put forward, that is the moment of the change. If it occurs
    /// twice, because clocks are put back, that is the first occurrence.
    ///
    /// - Parameter local: The local time in seconds since 1970-01-01 00:00 local time.
    func firstMoment(showing local: Int64) -> Int64 {
        // Offsets are at most 26 hours.
        let window = local - 2 * 86400...local + 2 * 86400
        let starts = [window.lowerBound] + changes(in: window)
        for (start, next) in zip(starts, starts.dropFirst()) {
            let moment = max(start, local - Int64(offset(at: start)))
            if moment < next { return moment }
        }
        let last = starts.last ?? window.lowerBound
        return max(last, local - Int64(offset(at: last)))
    }

    /// Whether a date exists in the zone. A zone that moves across the date line skips a date.
    func has(day: Int64) -> Bool { wall(at: firstMoment(showing: day * 86400)).day == day }
}
