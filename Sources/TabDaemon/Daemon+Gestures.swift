import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// Gestures, and the questions that they ask a delegate: one at a time per controller, the rest waits in a bounded queue.
extension Daemon {
    func perform(_ gesture: Gesture, in id: ViewControllerID, caller: String) throws(DBusError) {
        guard gestures[id]?.open != nil else { return try run(gesture, in: id) }
        if delegates[id]?.client?.name == caller {
            throw .internalInconsistency(
                "you are being asked about another gesture on \(id.path): answer it before you make one")
        }
        guard (gestures[id]?.waiting.count ?? 0) < GestureQueue.maximumWaiting else {
            throw .limitsExceeded(
                "\(GestureQueue.maximumWaiting) gestures wait on \(id.path) for its delegate: "
                    + "try again when it has answered")
        }
        gestures[id]?.waiting.append(gesture)
    }

    private func run(_ gesture: Gesture, in id: ViewControllerID) throws(DBusError) {
        let position: UInt32
        switch gesture.target() {
        case .item(let hit): position = hit
        case .content: return gesture.reply(.success(.content))
        case .none: return gesture.reply(.success(.none))
        }
        let delegate = delegates[id]
        let asking = delegate?.has("ShouldSelectViewController") ?? false
        let outcome = try perform { (hierarchy) throws(ModelError) in
            try hierarchy.tapItem(Int(position), of: id, asking: asking)
        }
        switch outcome {
        case .finished(let isAccepted): gesture.reply(.success(isAccepted ? .accepted : .refused))
        case .pending(let question):
            gestures[id, default: GestureQueue()].open = (question, gesture)
            guard let delegate else { return answer(question, true) }
            ask(delegate, question) { [unowned self] in answer(question, $0) }
        }
    }

    /// Goes on with a gesture after its question; a late answer is ignored.
    private func answer(_ question: Question, _ isAllowed: Bool) {
        let id = question.tabBarController
        guard let open = gestures[id]?.open, open.question == question else { return }
        gestures[id]?.open = nil
        do throws(DBusError) {
            let isAccepted = try perform { (hierarchy) throws(ModelError) in
                try hierarchy.answer(question, allowed: isAllowed)
            }
            open.gesture.reply(.success(isAccepted ? .accepted : .refused))
        } catch {
            open.gesture.reply(.failure(error))
        }
        runWaiting(in: id)
    }

    private func runWaiting(in id: ViewControllerID) {
        while gestures[id]?.open == nil, gestures[id]?.waiting.isEmpty == false,
            let gesture = gestures[id]?.waiting.removeFirst()
        {
            do throws(DBusError) {
                try run(gesture, in: id)
            } catch {
                gesture.reply(.failure(error))
            }
        }
        if gestures[id]?.open == nil { gestures[id] = nil }
    }

    /// The controller is gone: what waited on it is answered.
    func dropGestures(of id: ViewControllerID) {
        guard let queue = gestures.removeValue(forKey: id) else { return }
        let error = DBusError.unknownObject("\(id.path) was destroyed while the gesture waited")
        for gesture in (queue.open.map { [$0.gesture] } ?? []) + queue.waiting { gesture.reply(.failure(error)) }
    }

    /// Answers what a delegate that is gone was being asked.
    func answerOpenQuestion(of id: ViewControllerID, _ isAllowed: Bool) {
        if let open = gestures[id]?.open, hierarchy.contains(id) { answer(open.question, isAllowed) }
    }
}
