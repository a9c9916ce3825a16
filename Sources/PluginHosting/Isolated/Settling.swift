internal import DBusConnection
internal import EventLoop

/// Lets the replies of a turn wait, for a moment, until the hosts that were told something in it have reacted: so who has
/// a reply has seen what came of the call, wherever the plugin runs.
@EventLoop
final class Settling {
    private var told: [ObjectIdentifier: HostProcess] = [:]
    private var current: Round?
    private var lastTurn: UInt64 = 0

    /// A host was told something that it does not answer.
    func noteTold(_ process: HostProcess) {
        if !process.isSlow { told[ObjectIdentifier(process)] = process }
    }

    func forget(_ process: HostProcess) { told[ObjectIdentifier(process)] = nil }

    /// Waits for all hosts that were told something since this was called last, or with who waits in this turn already.
    ///
    /// - Parameters:
    ///   - milliseconds: The end of patience. Who misses it is not waited for until it has answered.
    ///   - completion: Called once when true was returned.
    /// - Returns: Whether there is anything to wait for.
    func wait(for milliseconds: UInt64, in turn: UInt64, completion: @escaping @EventLoop () -> Void) -> Bool {
        let processes = told.isEmpty ? [] : told.values.filter(\.canAnswer)
        told = [:]
        guard !processes.isEmpty else { return turn == lastTurn && current?.join(completion) ?? false }
        let round = Round(processes.count, completion)
        (current, lastTurn) = (round, turn)
        round.deadline = LoopTimer(after: milliseconds) {
            for process in processes where !round.answered.contains(ObjectIdentifier(process)) { process.isSlow = true }
            round.finish()
        }
        for process in processes {
            process.barrier { round.answered(by: process) }
        }
        return round.goesOn()
    }

    /// Those who are waited for at once.
    @EventLoop
    private final class Round {
        var deadline: LoopTimer?
        private(set) var answered: Set<ObjectIdentifier> = []
        private let count: Int
        private var completions: [@EventLoop () -> Void]
        /// Nobody is called before it is said that there is something to wait for.
        private var isStarting = true
        private var isOver = false

        init(_ count: Int, _ completion: @escaping @EventLoop () -> Void) {
            self.count = count
            completions = [completion]
        }

        /// - Returns: false when it is over already, and then nobody is called.
        func goesOn() -> Bool {
            isStarting = false
            if isOver { completions = [] }
            return !isOver
        }

        /// - Returns: false when it is over.
        func join(_ completion: @escaping @EventLoop () -> Void) -> Bool {
            guard !completions.isEmpty else { return false }
            completions.append(completion)
            return true
        }

        func answered(by process: HostProcess) {
            answered.insert(ObjectIdentifier(process))
            if answered.count == count { finish() }
        }

        func finish() {
            deadline?.cancel()
            isOver = true
            guard !isStarting else { return }
            let completions = completions
            self.completions = []
            for completion in completions { completion() }
        }
    }
}
