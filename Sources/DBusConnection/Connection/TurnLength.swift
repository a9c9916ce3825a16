/// The maximum number of messages of the next turn.
///
/// A change costs more at the end of a turn than its call if many connections are told, so turns that took long are followed
/// by shorter ones.
struct TurnLength {
    /// The minimum keeps the cost of a turn that does not depend on its messages small for each of them.
    static let limits = 8...32

    private(set) var messages = limits.upperBound

    /// - Parameter time: The processor time of the last turn with its end.
    mutating func adapt(to time: Duration, of handled: Int) {
        let isLong = time > ClientQueues.slice * 2
        messages = isLong ? max(Self.limits.lowerBound, handled / 2) : min(Self.limits.upperBound, messages * 2)
    }
}
