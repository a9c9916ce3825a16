import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// The gestures of users: taps at points, on named objects, and presses of a remote control. A popover or alert that
/// covers an object handles the gesture instead (`P51` to `P58`).
@EventLoop
final class Touches: DaemonPart {
    let core: Core
    private let gestures: GestureQueues
    private let popoverTaps: PopoverTaps
    private let views: ViewStore

    init(core: Core, gestures: GestureQueues, popoverTaps: PopoverTaps, views: ViewStore) {
        self.core = core
        self.gestures = gestures
        self.popoverTaps = popoverTaps
        self.views = views
    }

    /// Taps at a point of a root's window. The tap waits for earlier gestures, and for an open question to the delegate
    /// of the topmost popover.
    ///
    /// - Parameter caller: nil for a tap that has waited.
    func tap(
        atX x: Double, y: Double, in root: ViewControllerID, caller: String?, reply: @escaping PopoverTaps.TapReply
    ) throws(DBusError) {
        if let popover = HitTest(delivery.hierarchy.nodes).topmostPopover(in: root),
            delivery.hierarchy.nodes.openPopoverQuestion(of: popover) != nil
        {
            return try popoverTaps.wait(for: popover, caller: caller, { reply(.failure($0)) }) {
                [unowned self] () throws(DBusError) in
                guard delivery.hierarchy.nodes.contains(root) else {
                    throw .unknownObject("\(root.path) was destroyed while the tap waited")
                }
                try tap(atX: x, y: y, in: root, caller: nil, reply: reply)
            }
        }
        var result = TapResult.none
        let gesture = Gesture { [unowned self] () throws(DBusError) in
            // The popover may have changed while the tap waited.
            let test = HitTest(delivery.hierarchy.nodes) { [records] in records[$0]?.views.hits(at: $1) ?? [] }
            switch test.result(atX: x, y: y, in: root) {
            case .nowhere: return .over(.none)
            case .content(let target):
                result = .content
                return try act(on: target)
            case .popover(_, let target):
                result = .popover
                return try act(on: target)
            case .passthrough(let target):
                result = .passthrough
                return try act(on: target)
            case .outside(let popover):
                try popoverTaps.attemptToDismiss(popover, caller: nil, reply: reply)
                return .covered
            }
        } reply: {
            reply($0.map { result.after($0) })
        }
        try gestures.enqueue(gesture, in: root, caller: caller)
    }

    /// Performs the action of a tap on a target. The outcome is `none` for a target that only a front end can act on.
    private func act(on target: HitTestTarget) throws(DBusError) -> Gesture.Step {
        switch target {
        case .tabBarItem(let tabs, let position): return try gestures.tap(position, in: tabs)
        case .barButtonItem(let item):
            let isEnabled: Void? = try? delivery.perform { try $0.tapBarButtonItem(item.item, of: item.viewController) }
            return .over(isEnabled == nil ? .refused : .accepted)
        case .back(let navigation):
            let isPopped = try delivery.perform { try $0.tapBack(in: navigation) }
            return .over(isPopped ? .accepted : .refused)
        case .view(let id, let point): return .over(performAction(of: id, at: point) ? .accepted : .none)
        case .bar, .toolbar, .control: return .over(.none)
        }
    }

    /// Sends the action of the control at a point to its owner, without waiting for it.
    ///
    /// - Returns: Whether there is a control at the point.
    private func performAction(of id: ViewControllerID, at point: Point) -> Bool {
        guard let record = records[id], let owner = record.owner else { return false }
        views.updateContainerViews(of: id, record)
        guard let (view, action, value) = record.views.control(at: point) else { return false }
        owner.action(action, view: view, value: value) { error in
            if let error { log.warning("\(action) of view \(view) of \(id.path): \(error.message)") }
        }
        return true
    }

    /// Passes a tap to the popover or alert that covers its target.
    ///
    /// - Parameters:
    ///   - caller: nil for a tap that has waited.
    ///   - reply: Called with the result of the attempt to dismiss it.
    ///   - again: Restarts the gesture after the popover's delegate has answered an earlier tap.
    /// - Returns: Whether a popover or alert covers the target. The gesture then has no further effect.
    func isCovered(
        _ target: HitTestTarget, caller: String?, reply: @escaping PendingTaps.Reply<CoveredTap>,
        again: @escaping @EventLoop () throws(DBusError) -> Void
    ) throws(DBusError) -> Bool {
        guard case .outside(let popover) = HitTest(delivery.hierarchy.nodes).permission(for: target) else {
            return false
        }
        guard delivery.hierarchy.nodes.openPopoverQuestion(of: popover) == nil else {
            try popoverTaps.wait(for: popover, caller: caller, { reply(.failure($0)) }, again)
            return true
        }
        var isAnchor = false
        if case .barButtonItem(let item) = target { isAnchor = delivery.hierarchy.isAnchor(item) }
        let isAlert = delivery.hierarchy.nodes.blockingAlert(in: delivery.hierarchy.nodes.root(of: popover)) == popover
        try popoverTaps.attemptToDismiss(popover, caller: nil) { [isAnchor] result in
            reply(
                result.map {
                    CoveredTap(popover: popover, isAnchor: isAnchor, isAlert: isAlert, result: $0)
                })
        }
        return true
    }

    /// Performs or queues a gesture. If a popover or alert covers its target by then, that handles the gesture.
    ///
    /// - Parameter trial: The gesture on a copy of the model. It throws or returns false for a gesture without effect.
    ///   Such a gesture gets its usual reply and dismisses nothing.
    func enqueue(
        _ gesture: Gesture, on target: HitTestTarget, in id: ViewControllerID, caller: String?,
        trial: @escaping (inout Hierarchy) throws -> Bool
    ) throws(DBusError) {
        let guarded = Gesture(driver: gesture.driver) { [unowned self] () throws(DBusError) in
            guard case .outside = HitTest(delivery.hierarchy.nodes).permission(for: target), hasEffect(trial) else {
                return try gesture.begin()
            }
            let isCovered = try isCovered(target, caller: caller) {
                gesture.reply($0.map { .covered($0) })
            } again: { [unowned self] () throws(DBusError) in
                try enqueue(gesture, on: target, in: id, caller: nil, trial: trial)
            }
            return isCovered ? .covered : try gesture.begin()
        } continuation: { (outcome) throws(DBusError) in
            try gesture.continuation?(outcome) ?? .over(outcome)
        } reply: {
            gesture.reply($0)
        }
        try gestures.enqueue(guarded, in: id, caller: caller)
    }

    /// Performs or queues a gesture that is a single command of the model without a question to the tab bar delegate.
    ///
    /// - Parameters:
    ///   - hasEffect: Whether a result is that of a gesture with an effect.
    ///   - covered: The result if a popover or alert covers the target.
    func performGesture<Result>(
        on target: HitTestTarget, caller: String,
        _ command: @escaping (inout Hierarchy) throws -> Result,
        hasEffect: @escaping (Result) -> Bool = { _ in true },
        covered: @escaping (CoveredTap) -> Swift.Result<Result, DBusError> = { .failure($0.error) },
        reply: @escaping @EventLoop (Swift.Result<Result, DBusError>) -> Void
    ) throws(DBusError) {
        var result: Result?
        let gesture = Gesture { [unowned self] () throws(DBusError) in
            result = try delivery.perform(command)
            return .over(.accepted)
        } reply: { outcome in
            switch outcome {
            case .success(.covered(let tap)): reply(covered(tap))
            case .success: if let result { reply(.success(result)) }
            case .failure(let error): reply(.failure(error))
            }
        }
        try enqueue(gesture, on: target, in: delivery.hierarchy.nodes.root(of: target.viewController), caller: caller) {
            hasEffect(try command(&$0))
        }
    }

    private func hasEffect(_ trial: (inout Hierarchy) throws -> Bool) -> Bool {
        var copy = delivery.hierarchy
        return (try? trial(&copy)) ?? false
    }

    /// Performs a move of the focus as a gesture. The focused item may have to be tapped, which can ask the delegate.
    ///
    /// - Parameter command: Moves the focus. It is repeated after the focused item is selected, if it says so.
    func moveFocus(
        in id: ViewControllerID, caller: String,
        _ command: @escaping (inout Hierarchy, FocusContent) throws -> Press,
        reply: @escaping @EventLoop (Result<Bool, DBusError>) -> Void
    ) throws(DBusError) {
        var isTap = false
        func move() throws(DBusError) -> Gesture.Step {
            let content = delivery.focusContent(of: id)
            switch try delivery.perform({ try command(&$0, content) }) {
            case .finished(let isHandled): return .over(isHandled ? .accepted : .refused)
            case .activates(let view): return .over(activate(view) ? .accepted : .refused)
            case .taps(let position):
                isTap = true
                return try gestures.tap(position, in: id)
            case .selectsFirst(let position):
                let step = try gestures.tap(position, in: id)
                guard case .over = step else { return step }
                return try move()
            }
        }
        let gesture = Gesture { () throws(DBusError) in
            try move()
        } continuation: { (outcome) throws(DBusError) in
            isTap ? .over(outcome) : try move()
        } reply: { outcome in
            reply(outcome.map { $0 == .accepted })
        }
        try gestures.enqueue(gesture, in: id, caller: caller)
    }

    /// Sends the primary action of the focused view; returns false if it has none.
    private func activate(_ view: ViewAddress) -> Bool {
        let action = "primaryActionTriggered"
        guard let record = records[view.viewController], let owner = record.owner,
            let entry = record.views[view.view], record.views.isReachable(view.view),
            ViewClasses.viewClass(entry.className)?.actions[action] == "b", !entry.showsMenuWhenTapped
        else { return false }
        owner.action(action, view: view.view, value: .bool(true)) { error in
            guard let error else { return }
            log.warning("\(action) of view \(view.view) of \(view.viewController.path): \(error.message)")
        }
        return true
    }
}
