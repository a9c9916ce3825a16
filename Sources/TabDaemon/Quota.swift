/// How much of one thing a client may hold, and all of them together.
struct Quota: Hashable, Sendable {
    var each: Int
    var total: Int

    /// What is kept for those who hold next to nothing.
    private var reserve: Int { total / 8 }
    private var nextToNothing: Int { max(1, total / 2048) }

    /// How much more a client may have that holds `own` of what is `used`.
    ///
    /// Nobody may hold more than that leaves free for the others: so each of many that take what they get takes less than
    /// the one before, and who comes last still finds something.
    func room(own: Int, used: Int) -> Int {
        let free = max(0, total - used)
        let fair = (free - reserve - own) / 2
        return max(0, min(free, each - own, max(fair, nextToNothing - own)))
    }
}
