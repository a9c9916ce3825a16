internal import DBusInterface

/// The calls that are taken and not answered yet, because somebody else has to answer first: how many of whom.
///
/// On the loop's thread only.
final class WaitingCalls: @unchecked Sendable {
    /// Of one caller, and of all together.
    var limits = (each: Int.max, total: Int.max)
    private var callers: [String: Int] = [:]
    private(set) var count = 0

    func add(_ caller: String) {
        callers[caller, default: 0] += 1
        count += 1
    }

    func remove(_ caller: String) {
        guard let own = callers[caller] else { return }
        callers[caller] = own > 1 ? own - 1 : nil
        count -= 1
    }

    /// Why no more calls of a caller are taken; nil when they are.
    ///
    /// The last eighth of what there may be is for those who have next to nothing there.
    func refusal(of caller: String) -> DBusError? {
        guard count > 0 else { return nil }
        let own = callers[caller] ?? 0
        let isCrowded = count >= limits.total - limits.total / 8
        guard own >= limits.each || count >= limits.total || isCrowded && own >= max(1, limits.total / 2048) else {
            return nil
        }
        return .limitsExceeded(
            "\(own) of your calls wait for an answer, and \(count) of all clients: a client may have \(limits.each), all "
                + "together \(limits.total); call again when some are answered")
    }
}
