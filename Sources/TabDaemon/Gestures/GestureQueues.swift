import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The execution of gestures, and their questions to delegates. Each root has one open question. Later gestures wait in
/// a bounded queue.
@EventLoop
final class GestureQueues {
    private let delegates: DelegateRegistry
    private let delivery: EventDelivery
    private let popoverTaps: PopoverTaps

    private typealias Contract = TabBarControllerDelegateInterface

    private var queues: [ViewControllerID: GestureQueue] = [:]

    init(delegates: DelegateRegistry, delivery: EventDelivery, popoverTaps: PopoverTaps) {
        self.delegates = delegates
        self.delivery = delivery
        self.popoverTaps = popoverTaps
    }

    /// Performs a gesture, or queues it behind an open question.
    ///
    /// - Parameter caller: nil for a gesture of the daemon itself, and one that has waited for a popover. Both can always be
    ///   queued.
    func enqueue(_ gesture: Gesture, in id: ViewControllerID, caller: String?) throws(DBusError) {
        guard queues[id]?.open != nil else { return try run(gesture, in: id, caller: caller) }
        guard let caller else {
            queues[id]?.waiting.append((gesture, caller))
            return
        }
        if delegates.ofTabBarController(id)?.client?.name == caller {
            throw .internalInconsistency(
                "\(id.path) waits for the answer of this client, its delegate; answer it before another gesture")
        }
        guard (queues[id]?.waiting.count ?? 0) < GestureQueue.maximumWaiting else {
            throw .limitsExceeded(
                "\(GestureQueue.maximumWaiting) gestures on \(id.path) wait for its delegate; "
                    + "try again after its answer")
        }
        queues[id]?.waiting.append((gesture, caller))
    }

    /// Taps an item as a step of a gesture.
    func tap(_ position: Int, in id: ViewControllerID) throws(DBusError) -> Gesture.Step {
        let delegate = delegates.ofTabBarController(id)
        return step(
            after: try delivery.perform {
                try $0.tapItem(
                    position, of: id, asking: delegate?.has(Contract.shouldSelectViewController) ?? false,
                    askingForAnimation: delegate?.has(Contract.animationControllerForTransition) ?? false)
            })
    }

    /// Taps an item as a step of a gesture that drives the change, if the delegate can allow that.
    func beginInteractiveTap(
        _ position: Int, in id: ViewControllerID, by driver: GestureDriver
    ) throws(DBusError) -> Gesture.Step {
        let nodes = delivery.hierarchy.nodes
        guard !driver.hasLeft, canDrive(position, in: id, nodes) else { return .over(.refused) }
        return try tap(position, in: id)
    }

    /// Whether a gesture could drive a change to an item of the bar.
    func canDrive(_ position: Int, in id: ViewControllerID, _ nodes: Nodes) -> Bool {
        guard let target = nodes.barItems(of: id).dropFirst(position).first else { return false }
        return canDrive(to: target, in: id, nodes)
    }

    private func canDrive(to target: ViewControllerID, in id: ViewControllerID, _ nodes: Nodes) -> Bool {
        delegates.ofTabBarController(id)?.has(Contract.animationControllerForTransition) == true
            && nodes.animatedSwitch(to: target, in: id) != nil
    }

    /// Whether the client of the open gesture can still drive the change that a question is about. The selection, the
    /// window or the delegate may have changed since the question was put.
    private func canStillDrive(_ question: Question, _ driver: GestureDriver) -> Bool {
        !driver.hasLeft
            && canDrive(to: question.viewController, in: question.tabBarController, delivery.hierarchy.nodes)
    }

    /// Begins to close a tab as a step of a gesture.
    func close(_ target: ViewControllerID, in id: ViewControllerID) throws(DBusError) -> Gesture.Step {
        let asking = delegates.ofTabBarController(id)?.has(Contract.shouldClose) ?? false
        return step(
            after: try delivery.perform { try $0.beginClosingTab(target, asking: asking, in: id) })
    }

    private func step(after tap: Tap) -> Gesture.Step {
        switch tap {
        case .finished(let isAccepted): .over(isAccepted ? .accepted : .refused)
        case .pending(let question): .asks(question)
        }
    }

    private func run(_ gesture: Gesture, in id: ViewControllerID, caller: String?) throws(DBusError) {
        try delivery.inGesture { () throws(DBusError) in
            let isCovered = try cover(gesture, in: id, caller: caller)
            finish(isCovered ? .covered : try gesture.act(), of: gesture, in: id)
        }
    }

    /// Passes a gesture to the popover or alert that covers its target. It starts again if that waits for its delegate.
    private func cover(_ gesture: Gesture, in id: ViewControllerID, caller: String?) throws(DBusError) -> Bool {
        guard let target = gesture.target,
            case .outside = HitTest(delivery.hierarchy.nodes).permission(for: target.touched),
            target.hasEffect(on: delivery.hierarchy)
        else { return false }
        return try popoverTaps.cover(target.touched, caller: caller) {
            gesture.reply($0.map { .covered($0) })
        } again: { [unowned self] () throws(DBusError) in
            try enqueue(gesture, in: id, caller: nil)
        }
    }

    /// Selects by program for a caller. A plugin is not told when the selection is complete: it may itself have to answer
    /// a question for that. In a callback its selection is deferred (`S-24`).
    func select(
        in id: ViewControllerID, for caller: String,
        completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void,
        _ command: @escaping (inout Hierarchy, _ askingForAnimation: Bool) throws -> Question?
    ) throws(DBusError) {
        guard PluginCaller.plugin(caller) != nil else { return try select(in: id, completion: completion, command) }
        try delivery.command {
            _ = try command(&$0, false)
        } run: { [unowned self] () throws(DBusError) in
            try select(in: id, completion: { _ in }, command)
        }
        completion(.success(()))
    }

    /// Selects by program. If the delegate provides animations, the selection waits for its answer (`C-23`).
    private func select(
        in id: ViewControllerID, completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void,
        _ command: (inout Hierarchy, _ askingForAnimation: Bool) throws -> Question?
    ) throws(DBusError) {
        // Selections by program don't wait for a gesture's question.
        let isAsking =
            queues[id]?.open == nil
            && delegates.ofTabBarController(id)?.has(Contract.animationControllerForTransition) == true
        try delivery.inGesture { () throws(DBusError) in
            let question = try delivery.perform { try command(&$0, isAsking) }
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
            queues[id, default: GestureQueue()].open = (question, gesture)
            putQuestion(question, to: delegates.ofTabBarController(id))
        }
    }

    private func putQuestion(_ question: Question, to delegate: Delegate?) {
        switch question.kind {
        case .shouldSelect, .shouldClose:
            guard let delegate else { return resume(after: question, isAllowed: true) }
            delegates.askForPermission(delegate, question) { [unowned self] in resume(after: question, isAllowed: $0) }
        case .animation(let from):
            guard let delegate else { return resume(after: question, animation: nil) }
            delegates.askForAnimation(delegate, question, from: from) { [unowned self] in
                resume(after: question, animation: $0)
            }
        }
    }

    /// Resumes a gesture after the answer to its question. A late answer is ignored.
    private func resume(after question: Question, isAllowed: Bool) {
        let asksForAnimation =
            delegates.ofTabBarController(question.tabBarController)?.has(Contract.animationControllerForTransition)
            ?? false
        if isAllowed, let driver = queues[question.tabBarController]?.open?.gesture.driver,
            !canStillDrive(question, driver)
        {
            return resume(after: question) { try $0.giveUp(question) }
        }
        resume(after: question) { try $0.answer(question, allowed: isAllowed, askingForAnimation: asksForAnimation) }
    }

    private func resume(after question: Question, animation: Animation?) {
        guard let driver = queues[question.tabBarController]?.open?.gesture.driver else {
            return resume(after: question) { try $0.answer(question, animation: animation) }
        }
        guard let driven = animation?.drivenByGesture, canStillDrive(question, driver) else {
            return resume(after: question) { try $0.giveUp(question) }
        }
        resume(after: question) { try $0.answer(question, animation: driven) }
    }

    private func resume(after question: Question, _ answer: (inout Hierarchy) throws -> Tap) {
        let id = question.tabBarController
        guard let open = queues[id]?.open, open.question == question else { return }
        queues[id]?.open = nil
        var gesture = open.gesture
        do throws(DBusError) {
            try delivery.inGesture { () throws(DBusError) in
                var step = step(after: try delivery.perform(answer))
                if case .over(let outcome) = step, let continuation = gesture.continuation {
                    gesture.continuation = nil
                    step = try continuation(outcome)
                }
                finish(step, of: gesture, in: id)
            }
        } catch {
            gesture.reply(.failure(error))
        }
        runWaiting(in: id)
    }

    private func runWaiting(in id: ViewControllerID) {
        while queues[id]?.open == nil, queues[id]?.waiting.isEmpty == false,
            case let (gesture, caller)? = queues[id]?.waiting.removeFirst()
        {
            do throws(DBusError) {
                try run(gesture, in: id, caller: caller)
            } catch {
                gesture.reply(.failure(error))
            }
        }
        if queues[id]?.open == nil { queues[id] = nil }
    }

    /// Fails the gestures on a destroyed view controller.
    func dropGestures(of id: ViewControllerID) {
        guard let queue = queues.removeValue(forKey: id) else { return }
        let error = DBusError.unknownObject("\(id.path) was destroyed while the gesture waited")
        for gesture in (queue.open.map { [$0.gesture] } ?? []) + queue.waiting.map(\.gesture) {
            gesture.reply(.failure(error))
        }
    }

    /// Answers the open question for a delegate that was replaced or left.
    func answerOpenQuestion(of id: ViewControllerID, _ isAllowed: Bool) {
        guard let question = queues[id]?.open?.question, delivery.hierarchy.nodes.contains(id) else { return }
        switch question.kind {
        case .shouldSelect, .shouldClose: resume(after: question, isAllowed: isAllowed)
        case .animation: resume(after: question, animation: nil)
        }
    }
}
