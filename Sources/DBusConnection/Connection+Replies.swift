internal import CDBus

/// Replies leave at a turn's end, behind the signals of the turn, or later still.
extension Connection {
    /// Keeps a reply for the turn's end.
    func queueReply(_ message: OpaquePointer) {
        guard isOpen else { return dbus_message_unref(message) }
        replies.append(message)
    }

    func endTurn() {
        guard isOpen else { return }
        beforeReplies?()
        if !released.isEmpty { sendReleased() }
        guard !replies.isEmpty else { return }
        let leaving = replies
        replies.removeAll(keepingCapacity: true)
        if holdReplies != nil, hold(HeldReplies(leaving)) { return }
        for reply in leaving { send(reply) }
    }

    /// Sends what waits: there is no time to wait any more.
    func sendHeld() {
        let waiting = Array(held.values) + released
        held = [:]
        released = []
        for reply in waiting.flatMap(\.messages) { send(reply) }
    }

    private func sendReleased() {
        let due = released
        released = []
        for batch in due where !hold(batch) {
            for reply in batch.messages { send(reply) }
        }
    }

    private func hold(_ batch: HeldReplies) -> Bool {
        guard let holdReplies, batch.rounds < HeldReplies.maximumRounds else { return false }
        let key = ObjectIdentifier(batch)
        held[key] = batch
        let isHeld = holdReplies(batch) { [weak self] in
            guard let self, let batch = held.removeValue(forKey: key) else { return }
            released.append(batch)
        }
        if isHeld { batch.rounds += 1 } else { held[key] = nil }
        return isHeld
    }
}
