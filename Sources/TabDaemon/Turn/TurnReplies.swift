import DBusConnection
import EventLoop
import PluginHosting
import TabStore

/// The replies that wait for the end of the turn, for the reactions of plugin processes, or for the disk.
@EventLoop
final class TurnReplies: DaemonPart {
    let core: Core
    private let plugins: PluginCatalog
    let recorder: StateRecorder

    /// Replies that are built at the end of the turn, from the announced state.
    private var waiting: [@EventLoop () -> Void] = []
    /// The number of the turn.
    private var turn: UInt64 = 0
    /// How often the replies of this turn have waited for plugin processes.
    private var replyRounds = 0
    /// The time until which calls wait behind a read with side effects; nil when no call waits.
    private var callsWaitUntil: ContinuousClock.Instant?

    init(core: Core, plugins: PluginCatalog, recorder: StateRecorder) {
        self.core = core
        self.plugins = plugins
        self.recorder = recorder
    }

    /// How often the replies of one turn wait for plugin processes.
    private static let maximumRounds = 8

    /// A turn ends.
    func beginTurnEnd() { turn &+= 1 }

    /// Builds and sends a reply at the end of the turn, from the announced state.
    func atTurnEnd(_ reply: @escaping @EventLoop () -> Void) { waiting.append(reply) }

    /// Sends the replies that need the announced state, including the reactions of plugin processes to it.
    func sendTurnEndReplies() {
        let replies = waiting
        guard !replies.isEmpty else { return }
        waiting = []
        if replyRounds < Self.maximumRounds,
            waitForPluginProcesses({ [unowned self] in waiting.insert(contentsOf: replies, at: 0) })
        {
            replyRounds += 1
        } else {
            replyRounds = 0
            for reply in replies { reply() }
        }
    }

    /// Sends the reply to a read with side effects, such as Attach, after the side effects are announced.
    ///
    /// Later calls wait until then, so the reply precedes all their changes. Plugin processes have
    /// `deadlines.updateContent` in total to react to the side effects, which limits the delay for other callers.
    func replyBeforeNextCall(_ reply: @escaping @EventLoop () -> Void) {
        bus.holdsCalls = true
        callsWaitUntil = .now + .milliseconds(settings.deadlines.updateContent)
        atTurnEnd { [unowned self] in
            reply()
            callsWaitUntil = nil
            bus.holdsCalls = false
        }
    }

    /// Delays replies until plugin processes have reacted and, with durability `power`, until the commits are on the
    /// disk.
    func holdReplies(_ replies: HeldReplies, _ release: @escaping @EventLoop () -> Void) -> Bool {
        if waitForPluginProcesses(release) {
            replies.isSettled = false
            return true
        }
        // The replies do not wait for later commits.
        guard !replies.isSettled, recorder.unsyncedCommits > 0 else { return false }
        replies.isSettled = true
        store.whenCommitted { EventLoop.post(release) }
        return true
    }

    /// Waits for the reactions of plugin processes, at most `deadlines.updateContent`.
    ///
    /// - Returns: false when there is nothing to wait for; the completion is not called then.
    func waitForPluginProcesses(_ completion: @escaping @EventLoop () -> Void) -> Bool {
        var timeout = UInt64(settings.deadlines.updateContent)
        if let end = callsWaitUntil {
            timeout = min(timeout, UInt64(max(0, (end - .now) / .milliseconds(1))))
            guard timeout > 0 else { return false }
        }
        return plugins.registry?.waitUntilIdle(within: timeout, in: turn, completion: completion) ?? false
    }
}
