import DBusConnection
import EventLoop
import PluginHosting
import TabModel
import TabStore

/// The end of a turn: layout, announcements, commit, replies.
extension Daemon {
    /// The number of passes in one turn: the update cycle and the layout may trigger each other.
    static let maximumPasses = 8

    /// The delay before a layout that did not converge continues, in milliseconds.
    static let restTime: UInt64 = 16

    /// Ends the turn, before its replies are sent.
    func endTurn() {
        turn &+= 1
        deliverEvents()
        if heldUpdateCycles == 0 { updateLayout() } else { layOutViews() }
        tree.announceChanges()
        announceViews()
        markShownHealthy()
        commitChanges()
        sendTurnEndReplies()
    }

    func updateLayout() {
        guard mayNeedUpdateCycle else { return }
        // Callbacks in one of these may trigger the other. A layout that does not converge continues a little later.
        for _ in 0..<Self.maximumPasses where mayNeedUpdateCycle {
            // Popovers are placed at the current frames of views.
            layOutViews()
            runUpdateCycle()
            layOutViews()
            mayNeedUpdateCycle = PresentationCycle(frame).hasWork(in: hierarchy) || resumePendingTaps()
        }
        if mayNeedUpdateCycle { restTimer = LoopTimer(after: Self.restTime) {} }
    }

    /// Sends the replies that need the announced state, including the reactions of plugin processes to it.
    private func sendTurnEndReplies() {
        let replies = repliesAtTurnEnd
        guard !replies.isEmpty else { return }
        repliesAtTurnEnd = []
        if replyRounds < Self.maximumPasses,
            waitForPluginProcesses({ [unowned self] in repliesAtTurnEnd.insert(contentsOf: replies, at: 0) })
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
        let connection = connection
        connection?.holdsCalls = true
        callsWaitUntil = .now + .milliseconds(deadlines.updateContent)
        repliesAtTurnEnd.append { [unowned self] in
            reply()
            callsWaitUntil = nil
            connection?.holdsCalls = false
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
        guard !replies.isSettled, unsyncedCommits > 0 else { return false }
        replies.isSettled = true
        store.whenCommitted { EventLoop.post(release) }
        return true
    }

    /// Waits for the reactions of plugin processes, at most `deadlines.updateContent`.
    ///
    /// - Returns: false when there is nothing to wait for; the completion is not called then.
    func waitForPluginProcesses(_ completion: @escaping @EventLoop () -> Void) -> Bool {
        var timeout = UInt64(deadlines.updateContent)
        if let end = callsWaitUntil {
            timeout = min(timeout, UInt64(max(0, (end - .now) / .milliseconds(1))))
            guard timeout > 0 else { return false }
        }
        return registry?.waitUntilIdle(within: timeout, in: turn, completion: completion) ?? false
    }
}
