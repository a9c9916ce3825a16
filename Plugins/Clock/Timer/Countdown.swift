/// The state of a countdown. Its methods take the current time as an argument, so that they can be tested.
struct Countdown: Hashable {
    enum Phase: Hashable {
        case idle
        case running(Deadline)
        /// The remaining time in milliseconds.
        case paused(Int64)
        case done
    }

    static let allowedDurations = 1...DurationText.maximum

    /// The duration in seconds.
    private(set) var duration: Int64
    private(set) var phase = Phase.idle

    /// - Parameter duration: One of the allowed durations.
    init(duration: Int64) { self.duration = duration }

    /// Restores a countdown. An invalid phase is ignored.
    init(duration: Int64, restoring phase: Phase) {
        self.duration = duration
        if case .paused(let left) = phase, !(1...duration * 1000).contains(left) { return }
        self.phase = phase
    }

    var deadline: Deadline? {
        guard case .running(let deadline) = phase else { return nil }
        return deadline
    }

    /// Returns the remaining time in milliseconds.
    func left(at now: ClockReading) -> Int64 {
        switch phase {
        case .idle: duration * 1000
        case .running(let deadline): min(max(deadline.remaining(at: now), 0), duration * 1000)
        case .paused(let left): left
        case .done: 0
        }
    }

    /// Starts, pauses or resumes the countdown; resets it when it is done.
    mutating func advance(at now: ClockReading) {
        switch phase {
        case .idle: phase = .running(Deadline(after: duration * 1000, from: now))
        case .running: phase = .paused(max(left(at: now), 1))
        case .paused(let left): phase = .running(Deadline(after: left, from: now))
        case .done: phase = .idle
        }
    }

    mutating func cancel() { phase = .idle }

    /// Ends the countdown if its time is up. Returns true if it has ended it.
    mutating func finish(at now: ClockReading) -> Bool {
        guard let deadline, deadline.remaining(at: now) <= 0 else { return false }
        phase = .done
        return true
    }
}
