import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// The gestures of users: taps at points, on named objects, and presses of a remote control. A popover or alert that
/// covers an object handles the gesture instead (`P51` to `P58`).
@EventLoop
final class UserGestures: DaemonPart {
    let core: Core
    private let gestures: GestureQueues
    let popoverTaps: PopoverTaps
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
        let touched = Gesture.Target(touched: target) { hasEffect(try command(&$0)) }
        let gesture = Gesture(target: touched) { [unowned self] () throws(DBusError) in
            result = try delivery.perform(command)
            return .over(.accepted)
        } reply: { outcome in
            switch outcome {
            case .success(.covered(let tap)): reply(covered(tap))
            case .success: if let result { reply(.success(result)) }
            case .failure(let error): reply(.failure(error))
            }
        }
        try gestures.enqueue(gesture, in: delivery.hierarchy.nodes.root(of: target.viewController), caller: caller)
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
        let action = UserActions.buttonTriggered.name
        guard let record = records[view.viewController], let owner = record.owner,
            let entry = record.views[view.view], record.views.isReachable(view.view),
            entry.isKind(.button), !entry.showsMenuWhenTapped
        else { return false }
        owner.action(action, view: view.view, value: .bool(true)) { error in
            guard let error else { return }
            log.warning("\(action) of view \(view.view) of \(view.viewController.path): \(error.message)")
        }
        return true
    }
}
