import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// What took a touch, in the contract's words.
enum TouchResult: String {
    case handled, content, passthrough, popover, dismissed, refused, none

    /// Returns the reply to a touch after the daemon has acted on its target. Only `content` depends on the outcome:
    /// the reply for a popover, a passed-through view and a point outside of the window stays the same.
    func after(_ outcome: Gesture.Outcome) -> TouchResult {
        guard self == .content else { return self }
        return switch outcome {
        case .accepted: .handled
        case .refused: .refused
        case .none, .covered: .content
        }
    }
}

/// What users do to a popover while its delegate is asked: one attempt to dismiss it is open, other touches wait.
struct PopoverTouches {
    typealias Reply<Value> = @EventLoop (Result<Value, DBusError>) -> Void

    /// Who hears what became of the attempt that is being asked about.
    var attempt: Reply<TouchResult>?
    /// Touches that begin when the question is answered.
    var waiting: [@EventLoop () -> Void] = []
}

/// Where users touch windows, and what that does (`P51` to `P58`).
extension Daemon {
    typealias TouchReply = PopoverTouches.Reply<TouchResult>

    /// A touch at a point of a root's window, when its turn comes. While the delegate of the topmost popover is asked it
    /// waits.
    ///
    /// - Parameter caller: nil for one that has waited.
    func touch(
        atX x: Double, y: Double, in root: ViewControllerID, caller: String?, reply: @escaping TouchReply
    ) throws(DBusError) {
        if let popover = hierarchy.topmostPopover(in: root), hierarchy.openPopoverQuestion(of: popover) != nil {
            return try wait(for: popover, caller: caller, { reply(.failure($0)) }) {
                [unowned self] () throws(DBusError) in
                guard hierarchy.contains(root) else {
                    throw .unknownObject("\(root.path) was destroyed while the touch waited")
                }
                try touch(atX: x, y: y, in: root, caller: nil, reply: reply)
            }
        }
        var taken = TouchResult.none
        let gesture = Gesture { [unowned self] () throws(DBusError) in
            // The popover may be another one by now.
            switch hierarchy.hitTest(atX: x, y: y, in: root, { [records] in records[$0]?.views.hits(at: $1) ?? [] }) {
            case .nowhere: return .over(.none)
            case .content(let target):
                taken = .content
                return try act(on: target)
            case .popover(_, let target):
                taken = .popover
                return try act(on: target)
            case .passthrough(let target):
                taken = .passthrough
                return try act(on: target)
            case .outside(let popover):
                try attemptToDismiss(popover, caller: nil, reply: reply)
                return .covered
            }
        } reply: {
            reply($0.map { taken.after($0) })
        }
        try perform(gesture, in: root, caller: caller)
    }

    /// A user tries to dismiss a popover, or what it is adapted to.
    func attemptToDismiss(
        _ id: ViewControllerID, caller: String?, reply: @escaping TouchReply
    ) throws(DBusError) {
        guard hierarchy.openPopoverQuestion(of: id) == nil else {
            return try wait(for: id, caller: caller, { reply(.failure($0)) }) { [unowned self] () throws(DBusError) in
                try attemptToDismiss(id, caller: nil, reply: reply)
            }
        }
        let attempt = hierarchy.attemptToDismiss(id)
        // Before the delegate is asked: a plugin answers at once.
        if case .pending = attempt { popoverTouches[id, default: PopoverTouches()].attempt = reply }
        deliverEvents()
        switch attempt {
        case .dismissed: reply(.success(.dismissed))
        case .refused: reply(.success(.refused))
        case .none: reply(.success(.none))
        case .pending: break
        }
    }

    // MARK: Waiting

    func wait(
        for popover: ViewControllerID, caller: String?, _ fail: @escaping @EventLoop (DBusError) -> Void,
        _ touch: @escaping @EventLoop () throws(DBusError) -> Void
    ) throws(DBusError) {
        if let caller, popoverDelegates[popover]?.client?.name == caller {
            throw .internalInconsistency(
                "you are being asked about the popover of \(popover.path): answer that before you touch anything")
        }
        let count = popoverTouches[popover]?.waiting.count ?? 0
        guard caller == nil || count < GestureQueue.maximumWaiting else {
            throw .limitsExceeded(
                "\(count) touches wait for the delegate of the popover of \(popover.path): try again when it has "
                    + "answered")
        }
        popoverTouches[popover, default: PopoverTouches()].waiting.append {
            do throws(DBusError) {
                try touch()
            } catch {
                fail(error)
            }
        }
    }

    /// The popover is gone: the attempt to dismiss it has come to nothing, and touches that waited begin.
    func endTouches(of popover: ViewControllerID) {
        let attempt = popoverTouches[popover]?.attempt
        popoverTouches[popover]?.attempt = nil
        attempt?(.success(.none))
        answeredPopovers.append(popover)
    }

    /// Touches that waited for an answer begin, when everything is where it is after that.
    /// - Returns: whether there were any.
    func touchesGoOn() -> Bool {
        guard !answeredPopovers.isEmpty else { return false }
        let popovers = answeredPopovers
        answeredPopovers = []
        var touches: [@EventLoop () -> Void] = []
        for popover in popovers where hierarchy.openPopoverQuestion(of: popover) == nil {
            touches += popoverTouches.removeValue(forKey: popover)?.waiting ?? []
        }
        for touch in touches { touch() }
        deliverEvents()
        return !touches.isEmpty
    }

    // MARK: What is touched

    /// Does what a touch of a target does. The outcome is `none` for a target that only a front end can act on.
    private func act(on target: HitTestTarget) throws(DBusError) -> Gesture.Step {
        switch target {
        case .tabBarItem(let tabs, let position): return try tap(position, in: tabs)
        case .barButtonItem(let item):
            let isEnabled: Void? = try? perform { try $0.tapBarButtonItem(item.item, of: item.viewController) }
            return .over(isEnabled == nil ? .refused : .accepted)
        case .back(let navigation):
            let isPopped = try perform { try $0.tapBack(in: navigation) }
            return .over(isPopped ? .accepted : .refused)
        case .view(let id, let point): return .over(touchView(of: id, at: point) ? .accepted : .none)
        case .bar, .toolbar, .control: return .over(.none)
        }
    }

    /// Lets the control under a point do what it does when it is touched; the touch does not wait for its owner.
    /// - Returns: whether there is such a control.
    private func touchView(of id: ViewControllerID, at point: Point) -> Bool {
        guard let record = records[id], let owner = record.owner else { return false }
        updateContainerViews(of: id, record)
        guard let (view, action, value) = record.views.control(at: point) else { return false }
        let log = log
        owner.action(action, view: view, value: value) { error in
            if let error { log.warning("\(action) of view \(view) of \(id.path): \(error.message)") }
        }
        return true
    }

    /// Converts rectangles of views to their controllers' root views, for the model.
    var frame: ViewFrames { { [records] in records[$0.viewController]?.views.convert($1, from: $0.view) } }
}
