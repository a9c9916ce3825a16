internal import EventLoop

/// Delays the replies of a turn briefly, until the plugin processes with new notifications have reacted. A reply
/// therefore comes after the effects of the call, wherever the plugin runs.
@EventLoop
final class ReactionWait {
    private var notified: [ObjectIdentifier: PluginProcess] = [:]
    private var current: Round?
    private var lastTurn: UInt64 = 0

    /// Records a notification to a process, which has no reply.
    func noteNotification(_ process: PluginProcess) {
        if !process.isSlow { notified[ObjectIdentifier(process)] = process }
    }

    func remove(_ process: PluginProcess) { notified[ObjectIdentifier(process)] = nil }

    /// Waits for all processes that got notifications since the last call, or joins the wait of this turn.
    ///
    /// - Parameters:
    ///   - milliseconds: The timeout. A process that misses it is not waited for until it has replied.
    ///   - completion: Called once if the result is true.
    /// - Returns: Whether there is anything to wait for.
    func wait(for milliseconds: UInt64, in turn: UInt64, completion: @escaping @EventLoop () -> Void) -> Bool {
        let processes = notified.isEmpty ? [] : notified.values.filter(\.canAnswer)
        notified = [:]
        guard !processes.isEmpty else { return turn == lastTurn && current?.join(completion) ?? false }
        let round = Round(processes, completion)
        (current, lastTurn) = (round, turn)
        round.deadline = LoopTimer(after: milliseconds) {
            for process in round.processes { process.isSlow = true }
            round.finish()
        }
        for process in processes { process.barrier { round.reacted(by: process) } }
        return round.goesOn()
    }

    /// One wait for several processes.
    @EventLoop
    private final class Round {
        var deadline: LoopTimer?
        /// The processes that have not reacted yet.
        private(set) var processes: [PluginProcess]
        private var completions: [@EventLoop () -> Void]
        /// No completion is called before `wait` has returned.
        private var isStarting = true
        private var isOver = false

        init(_ processes: [PluginProcess], _ completion: @escaping @EventLoop () -> Void) {
            self.processes = processes
            completions = [completion]
        }

        /// - Returns: False when the wait is already over. Then no completion is called.
        func goesOn() -> Bool {
            isStarting = false
            if isOver { completions = [] }
            return !isOver
        }

        /// - Returns: False when the wait is over.
        func join(_ completion: @escaping @EventLoop () -> Void) -> Bool {
            guard !completions.isEmpty else { return false }
            completions.append(completion)
            return true
        }

        func reacted(by process: PluginProcess) {
            processes.removeAll { $0 === process }
            if processes.isEmpty { finish() }
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
