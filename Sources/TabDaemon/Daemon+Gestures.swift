import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// Taps, and the questions that they ask a delegate: one at a time per controller, the rest waits in a bounded queue.
extension Daemon {
    func tap(
        _ position: UInt32, in id: ViewControllerID, caller: String,
        reply: @escaping @EventLoop (Result<Bool, DBusError>) -> Void
    ) throws(DBusError) {
        let tap = GestureQueue.Tap(position: position, reply: reply)
        guard gestures[id]?.open != nil else { return try run(tap, in: id) }
        if delegates[id]?.client.name == caller {
            throw .internalInconsistency(
                "you are being asked about another gesture on \(id.path): answer it before you tap")
        }
        guard (gestures[id]?.waiting.count ?? 0) < GestureQueue.maximumWaiting else {
            throw .limitsExceeded(
                "\(GestureQueue.maximumWaiting) gestures wait on \(id.path) for its delegate: "
                    + "try again when it has answered")
        }
        gestures[id]?.waiting.append(tap)
    }

    private func run(_ tap: GestureQueue.Tap, in id: ViewControllerID) throws(DBusError) {
        let delegate = delegates[id]
        let asking = delegate?.has("ShouldSelectViewController") ?? false
        let outcome = try perform { (hierarchy) throws(ModelError) in
            try hierarchy.tapItem(Int(tap.position), of: id, asking: asking)
        }
        switch outcome {
        case .finished(let accepted): tap.reply(.success(accepted))
        case .pending(let question):
            gestures[id, default: GestureQueue()].open = (question, tap)
            guard let delegate, let connection else { return answer(question, true) }
            tree.announceChanges()
            connection.call(
                TabBarControllerDelegateInterface.shouldSelectViewController,
                of: TabBarControllerDelegateInterface.name, at: delegate.client.path, on: delegate.client.name,
                id.path, question.viewController.path, timeout: delegate.timeout
            ) { [unowned self] answer in
                self.answer(question, delegate.decision(answer))
            }
        }
    }

    /// Goes on with a tap after its question; a late answer is ignored.
    private func answer(_ question: Question, _ isAllowed: Bool) {
        let id = question.tabBarController
        guard let open = gestures[id]?.open, open.question == question else { return }
        gestures[id]?.open = nil
        do throws(DBusError) {
            let accepted = try perform { (hierarchy) throws(ModelError) in
                try hierarchy.answer(question, allowed: isAllowed)
            }
            open.tap.reply(.success(accepted))
        } catch {
            open.tap.reply(.failure(error))
        }
        runWaiting(in: id)
    }

    private func runWaiting(in id: ViewControllerID) {
        while gestures[id]?.open == nil, gestures[id]?.waiting.isEmpty == false,
            let tap = gestures[id]?.waiting.removeFirst()
        {
            do throws(DBusError) {
                try run(tap, in: id)
            } catch {
                tap.reply(.failure(error))
            }
        }
        if gestures[id]?.open == nil { gestures[id] = nil }
    }

    /// The controller is gone: what waited on it is answered.
    func dropGestures(of id: ViewControllerID) {
        guard let queue = gestures.removeValue(forKey: id) else { return }
        let error = DBusError.unknownObject("\(id.path) was destroyed while the gesture waited")
        for tap in (queue.open.map { [$0.tap] } ?? []) + queue.waiting { tap.reply(.failure(error)) }
    }

    /// Replaces or clears the delegate. An open question is answered with what the old one said for that case.
    func setDelegate(_ delegate: TabBarDelegate?, of id: ViewControllerID, isGone: Bool) {
        let old = delegates[id]
        guard old != nil || delegate != nil else { return }
        delegates[id] = delegate
        tree.touch(id.path)
        guard let old else { return }
        if !isGone, old.client != delegate?.client {
            try? connection?.notify(
                TabBarControllerDelegateInterface.released, of: TabBarControllerDelegateInterface.name,
                at: old.client.path, on: old.client.name)
        }
        if let open = gestures[id]?.open, hierarchy.contains(id) { answer(open.question, old.onTimeout) }
    }
}
