import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// What a user does in the window of a root: it may have to wait for the answer to a question about an earlier gesture.
@EventLoop
struct Gesture {
    enum Outcome: Equatable {
        case accepted, refused, none
        /// What covers the target took the touch.
        case covered(CoveredTouch)
    }

    /// How far it is.
    enum Step {
        case over(Outcome)
        /// The delegate is to be asked.
        case asks(Question)
        /// Something covers the target. What becomes of that is replied when it is known.
        case covered
    }

    /// Does it when its turn comes.
    let begin: @EventLoop () throws(DBusError) -> Step
    /// What follows the tap that was asked about; nil when that was all.
    var goOn: (@EventLoop () throws(DBusError) -> Step)?
    let reply: @EventLoop (Result<Outcome, DBusError>) -> Void
}

/// The gestures on one root: one is being asked about, others wait.
@EventLoop
struct GestureQueue {
    static let maximumWaiting = 16

    var open: (question: Question, gesture: Gesture)?
    var waiting: [Gesture] = []
}

/// Gestures, and the questions that they ask a delegate: one at a time per root, the rest waits in a bounded queue.
extension Daemon {
    /// - Parameter caller: nil for the daemon's own, which may always wait.
    func perform(_ gesture: Gesture, in id: ViewControllerID, caller: String?) throws(DBusError) {
        guard gestures[id]?.open != nil else { return try run(gesture, in: id) }
        guard let caller else {
            gestures[id]?.waiting.append(gesture)
            return
        }
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

    /// Taps an item, as a step of a gesture.
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
        try untilAsked { () throws(DBusError) in take(try gesture.begin(), of: gesture, in: id) }
    }

    /// Goes as far as a gesture can go without an answer; what plugins ask for meanwhile comes behind that (`S-24`).
    private func untilAsked(_ body: () throws(DBusError) -> Void) throws(DBusError) {
        gestureDepth += 1
        defer {
            gestureDepth -= 1
            if gestureDepth == 0 { deliverEvents() }
        }
        try body()
    }

    /// Selects by program; with a delegate that animates, after its answer (`C-23`).
    func select(
        in id: ViewControllerID, completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void,
        _ command: (inout Hierarchy, _ askingForAnimation: Bool) throws -> Question?
    ) throws(DBusError) {
        // Program writes don't wait for the question about a gesture.
        let isAsking = gestures[id]?.open == nil && delegates[id]?.has(.animation) == true
        try untilAsked { () throws(DBusError) in
            let question = try perform { try command(&$0, isAsking) }
            guard let question else { return completion(.success(())) }
            let selection = Gesture {
                .asks(question)
            } reply: { outcome in
                completion(outcome.map { _ in () })
            }
            take(.asks(question), of: selection, in: id)
        }
    }

    private func take(_ step: Gesture.Step, of gesture: Gesture, in id: ViewControllerID) {
        switch step {
        case .over(let outcome): gesture.reply(.success(outcome))
        case .covered: break
        case .asks(let question):
            gestures[id, default: GestureQueue()].open = (question, gesture)
            ask(question, delegates[id])
        }
    }

    private func ask(_ question: Question, _ delegate: TabBarDelegate?) {
        switch question.kind {
        case .shouldSelect:
            guard let delegate else { return answer(question, true) }
            ask(delegate, question) { [unowned self] in answer(question, $0) }
        case .animation(let from):
            guard let delegate else { return answer(question, nil as Animation?) }
            askForAnimation(delegate, question, from: from) { [unowned self] in answer(question, $0) }
        }
    }

    /// Goes on with a gesture after its question; a late answer is ignored.
    private func answer(_ question: Question, _ isAllowed: Bool) {
        let asksForAnimation = delegates[question.tabBarController]?.has(.animation) ?? false
        goOn(after: question) { try $0.answer(question, allowed: isAllowed, askingForAnimation: asksForAnimation) }
    }

    private func answer(_ question: Question, _ animation: Animation?) {
        goOn(after: question) { try $0.answer(question, animation: animation) }
    }

    private func goOn(after question: Question, _ answer: (inout Hierarchy) throws -> Tap) {
        let id = question.tabBarController
        guard let open = gestures[id]?.open, open.question == question else { return }
        gestures[id]?.open = nil
        var gesture = open.gesture
        do throws(DBusError) {
            try untilAsked { () throws(DBusError) in
                var step = step(after: try perform(answer))
                if case .over = step, let goOn = gesture.goOn {
                    gesture.goOn = nil
                    step = try goOn()
                }
                take(step, of: gesture, in: id)
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

    /// The controller is gone: what waited on it is answered.
    func dropGestures(of id: ViewControllerID) {
        guard let queue = gestures.removeValue(forKey: id) else { return }
        let error = DBusError.unknownObject("\(id.path) was destroyed while the gesture waited")
        for gesture in (queue.open.map { [$0.gesture] } ?? []) + queue.waiting { gesture.reply(.failure(error)) }
    }

    /// Answers what a delegate that is gone was being asked.
    func answerOpenQuestion(of id: ViewControllerID, _ isAllowed: Bool) {
        guard let question = gestures[id]?.open?.question, hierarchy.contains(id) else { return }
        switch question.kind {
        case .shouldSelect: answer(question, isAllowed)
        case .animation: answer(question, nil as Animation?)
        }
    }
}
