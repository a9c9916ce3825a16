extension TimeZone {
    /// Seconds since 1970, UTC, with the offset at that moment added: what a wall clock shows.
    func wall(at moment: Int64) -> DateAndTime { DateAndTime(secondsSince1970: moment + Int64(offset(at: moment))) }

    /// The first moment when the wall clock shows a time or a later one.
    ///
    /// So a time that the clock jumps over is taken for the moment of the jump, and one that comes twice for the first.
    ///
    /// - Parameter local: What the wall clock shows, as seconds since 1970-01-01 00:00 on it.
    func firstMoment(showing local: Int64) -> Int64 {
        // No offset is longer than a day and two hours.
        let window = local - 2 * 86400...local + 2 * 86400
        let starts = [window.lowerBound] + changes(in: window)
        for (start, next) in zip(starts, starts.dropFirst()) {
            let moment = max(start, local - Int64(offset(at: start)))
            if moment < next { return moment }
        }
        let last = starts.last ?? window.lowerBound
        return max(last, local - Int64(offset(at: last)))
    }

    /// Whether the wall clock ever shows a date: a zone that crosses the date line leaves one out.
    func has(day: Int64) -> Bool { wall(at: firstMoment(showing: day * 86400)).day == day }
}
