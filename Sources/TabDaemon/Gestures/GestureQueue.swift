import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// A user's gesture in the window of a root. It may have to wait for the delegate to answer a question about an earlier
/// one.
@EventLoop
struct Gesture {
    enum Outcome: Equatable {
        case accepted, refused, none
        /// A popover or alert that covers the target handled the gesture.
        case covered(CoveredTap)
    }

    /// The result of a step of the gesture.
    enum Step {
        /// The gesture has ended.
        case over(Outcome)
        /// The gesture waits for the delegate.
        case asks(Question)
        /// A popover or alert covers the target. The reply follows when its dismissal is decided.
        case covered
    }

    /// Performs the gesture. Called when no earlier gesture is waiting.
    let begin: @EventLoop () throws(DBusError) -> Step
    /// The rest of the gesture after the tap that needed the question; nil for none.
    var continuation: (@EventLoop () throws(DBusError) -> Step)?
    let reply: @EventLoop (Result<Outcome, DBusError>) -> Void
}

/// The gestures on one root: the one with an open question to the delegate, and those that wait behind it.
@EventLoop
struct GestureQueue {
    static let maximumWaiting = 16

    var open: (question: Question, gesture: Gesture)?
    var waiting: [Gesture] = []
}

/// The execution of gestures, and their questions to delegates. Each root has one open question. Later gestures wait in
/// a bounded queue.
extension Daemon {
    /// Performs a gesture, or queues it behind an open question.
    ///
    /// - Parameter caller: nil for a gesture of the daemon itself, which can always be queued.
    func enqueue(_ gesture: Gesture, in id: ViewControllerID, caller: String?) throws(DBusError) {
        guard gestures[id]?.open != nil else { return try run(gesture, in: id) }
        guard let caller else {
            gestures[id]?.waiting.append(gesture)
            return
        }
        if delegates[id]?.client?.name == caller {
            throw .internalInconsistency(
                "\(id.path) waits for the answer of this client, its delegate; answer it before another gesture")
        }
        guard (gestures[id]?.waiting.count ?? 0) < GestureQueue.maximumWaiting else {
            throw .limitsExceeded(
                "\(GestureQueue.maximumWaiting) gestures on \(id.path) wait for its delegate; "
                    + "try again after its answer")
        }
        gestures[id]?.waiting.append(gesture)
    }

    /// Taps an item as a step of a gesture.
    func tap(_ position: Int, in id: ViewControllerID) throws(DBusError) -> Gesture.Step {
        let delegate = delegates[id]
        return step(
            after: try perform {
                try $0.tapItem(
                    position, of: id, asking: delegate?.has(.shouldSelect) ?? false,
                    askingForAnimation: delegate?.has(.animation) ?? false)
            })
    }

    private func step(after tap: Tap) -> Gesture.Step {
        switch tap {
        case .finished(let isAccepted): .over(isAccepted ? .accepted : .refused)
        case .pending(let question): .asks(question)
        }
    }

    private func run(_ gesture: Gesture, in id: ViewControllerID) throws(DBusError) {
        try deferringCommands { () throws(DBusError) in finish(try gesture.begin(), of: gesture, in: id) }
    }

    /// Runs a gesture up to its end or its question. Commands of plugins are deferred until then (`S-24`).
    private func deferringCommands(_ body: () throws(DBusError) -> Void) throws(DBusError) {
        gestureDepth += 1
        defer {
            gestureDepth -= 1
            if gestureDepth == 0 { deliverEvents() }
        }
        try body()
    }

    /// Selects by program. If the delegate provides animations, the selection waits for its answer (`C-23`).
    func select(
        in id: ViewControllerID, completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void,
        _ command: (inout Hierarchy, _ askingForAnimation: Bool) throws -> Question?
    ) throws(DBusError) {
        // Selections by program don't wait for a gesture's question.
        let isAsking = gestures[id]?.open == nil && delegates[id]?.has(.animation) == true
        try deferringCommands { () throws(DBusError) in
            let question = try perform { try command(&$0, isAsking) }
            guard let question else { return completion(.success(())) }
            let selection = Gesture {
                .asks(question)
            } reply: { outcome in
                completion(outcome.map { _ in () })
            }
            finish(.asks(question), of: selection, in: id)
        }
    }

    /// Replies for a gesture that has ended, or puts its question to the delegate.
    private func finish(_ step: Gesture.Step, of gesture: Gesture, in id: ViewControllerID) {
        switch step {
        case .over(let outcome): gesture.reply(.success(outcome))
        case .covered: break
        case .asks(let question):
            gestures[id, default: GestureQueue()].open = (question, gesture)
            putQuestion(question, to: delegates[id])
        }
    }

    private func putQuestion(_ question: Question, to delegate: TabBarDelegate?) {
        switch question.kind {
        case .shouldSelect:
            guard let delegate else { return resume(after: question, isAllowed: true) }
            askShouldSelect(delegate, question) { [unowned self] in resume(after: question, isAllowed: $0) }
        case .animation(let from):
            guard let delegate else { return resume(after: question, animation: nil) }
            askForAnimation(delegate, question, from: from) { [unowned self] in resume(after: question, animation: $0) }
        }
    }

    /// Resumes a gesture after the answer to its question. A late answer is ignored.
    private func resume(after question: Question, isAllowed: Bool) {
        let asksForAnimation = delegates[question.tabBarController]?.has(.animation) ?? false
        resume(after: question) { try $0.answer(question, allowed: isAllowed, askingForAnimation: asksForAnimation) }
    }

    private func resume(after question: Question, animation: Animation?) {
        resume(after: question) { try $0.answer(question, animation: animation) }
    }

    private func resume(after question: Question, _ answer: (inout Hierarchy) throws -> Tap) {
        let id = question.tabBarController
        guard let open = gestures[id]?.open, open.question == question else { return }
        gestures[id]?.open = nil
        var gesture = open.gesture
        do throws(DBusError) {
            try deferringCommands { () throws(DBusError) in
                var step = step(after: try perform(answer))
                if case .over = step, let continuation = gesture.continuation {
                    gesture.continuation = nil
                    step = try continuation()
                }
                finish(step, of: gesture, in: id)
            }
        } catch {
            gesture.reply(.failure(error))
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

    /// Fails the waiting gestures of a destroyed view controller.
    func dropGestures(of id: ViewControllerID) {
        guard let queue = gestures.removeValue(forKey: id) else { return }
        let error = DBusError.unknownObject("\(id.path) was destroyed while the gesture waited")
        for gesture in (queue.open.map { [$0.gesture] } ?? []) + queue.waiting { gesture.reply(.failure(error)) }
    }

    /// Answers the open question for a delegate that was replaced or left.
    func answerOpenQuestion(of id: ViewControllerID, _ isAllowed: Bool) {
        guard let question = gestures[id]?.open?.question, hierarchy.nodes.contains(id) else { return }
        switch question.kind {
        case .shouldSelect: resume(after: question, isAllowed: isAllowed)
        case .animation: resume(after: question, animation: nil)
        }
    }
}
