import DBusConnection
import EventLoop
import PluginHosting
import TabModel
import TabStore

/// The end of a turn: layout, what is announced, what is kept, and who is answered.
extension Daemon {
    /// How often update cycle and layout may cause each other in one turn.
    static let maximumPasses = 8

    /// What doesn't come to rest goes on this much later, in milliseconds.
    static let restTime: UInt64 = 16

    /// What is announced at a turn's end, before the turn's replies leave.
    func endTurn() {
        turn &+= 1
        deliverEvents()
        if heldUpdateCycles == 0 { updateLayout() } else { layOutViews() }
        tree.announceChanges()
        announceViews()
        acquitShown()
        commitChanges()
        giveReplies()
    }

    func updateLayout() {
        guard mayNeedUpdateCycle else { return }
        // What is told in one of these may ask for the other; what never comes to rest goes on a little later.
        for _ in 0..<Self.maximumPasses where mayNeedUpdateCycle {
            // Popovers point at views where they are now.
            layOutViews()
            runUpdateCycle()
            layOutViews()
            mayNeedUpdateCycle = hierarchy.needsUpdateCycle(frame) || touchesGoOn()
        }
        if mayNeedUpdateCycle { restTimer = LoopTimer(after: Self.restTime) {} }
    }

    /// Sends the replies that need the announced state, including the reaction of plugin processes to it.
    private func giveReplies() {
        let replies = repliesAtTurnEnd
        guard !replies.isEmpty else { return }
        repliesAtTurnEnd = []
        if replyRounds < Self.maximumPasses,
            settle({ [unowned self] in repliesAtTurnEnd.insert(contentsOf: replies, at: 0) })
        {
            replyRounds += 1
        } else {
            replyRounds = 0
            for reply in replies { reply() }
        }
    }

    /// Answers a read that has effects, such as Attach, when its effects are announced.
    ///
    /// The calls behind it wait until then, so that the reply precedes everything that they change. Hosts have
    /// `deadlines.updateContent` in all to react to the effects: a slow host delays other callers no longer than that.
    func answerBeforeNextCall(_ reply: @escaping @EventLoop () -> Void) {
        let connection = connection
        connection?.holdsCalls = true
        callsWaitUntil = .now + .milliseconds(deadlines.updateContent)
        repliesAtTurnEnd.append { [unowned self] in
            reply()
            callsWaitUntil = nil
            connection?.holdsCalls = false
        }
    }

    /// Lets replies wait for the reaction of hosts, and then until what they tell is on the disk, if it has to be.
    func holdReplies(_ replies: HeldReplies, _ release: @escaping @EventLoop () -> Void) -> Bool {
        if settle(release) {
            replies.isSettled = false
            return true
        }
        // What is committed after that is no business of theirs.
        guard !replies.isSettled, unsyncedCommits > 0 else { return false }
        replies.isSettled = true
        store.whenCommitted { EventLoop.post(release) }
        return true
    }

    /// Waits for the reaction of hosts, at most as long as for an owner that brings its view up to date.
    func settle(_ completion: @escaping @EventLoop () -> Void) -> Bool {
        var patience = UInt64(deadlines.updateContent)
        if let end = callsWaitUntil {
            patience = min(patience, UInt64(max(0, (end - .now) / .milliseconds(1))))
            guard patience > 0 else { return false }
        }
        return registry?.settle(within: patience, in: turn, completion: completion) ?? false
    }
}
