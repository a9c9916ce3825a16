import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// The result of a tap, as TapAt replies it.
enum TapResult: String {
    case handled, content, passthrough, popover, dismissed, refused, none

    /// Returns the reply to a tap after the daemon has acted on its target. Only `content` depends on the outcome. The
    /// reply for a popover, a passthrough view and a point outside of the window stays the same.
    func after(_ outcome: Gesture.Outcome) -> TapResult {
        guard self == .content else { return self }
        return switch outcome {
        case .accepted: .handled
        case .refused: .refused
        case .none, .covered: .content
        }
    }
}

/// The taps on a popover whose delegate has an open question: one attempt to dismiss the popover, and waiting taps.
struct PendingTaps {
    typealias Reply<Value> = @EventLoop (Result<Value, DBusError>) -> Void

    /// The reply to the open attempt to dismiss the popover.
    var attempt: Reply<TapResult>?
    /// The taps that start after the answer.
    var waiting: [@EventLoop () -> Void] = []
}

/// Taps at points of windows, and their effects (`P51` to `P58`).
extension Daemon {
    typealias TapReply = PendingTaps.Reply<TapResult>

    /// Taps at a point of a root's window. The tap waits for earlier gestures, and for an open question to the delegate
    /// of the topmost popover.
    ///
    /// - Parameter caller: nil for a tap that has waited.
    func tap(
        atX x: Double, y: Double, in root: ViewControllerID, caller: String?, reply: @escaping TapReply
    ) throws(DBusError) {
        if let popover = HitTest(hierarchy.nodes).topmostPopover(in: root),
            hierarchy.nodes.openPopoverQuestion(of: popover) != nil
        {
            return try wait(for: popover, caller: caller, { reply(.failure($0)) }) {
                [unowned self] () throws(DBusError) in
                guard hierarchy.nodes.contains(root) else {
                    throw .unknownObject("\(root.path) was destroyed while the tap waited")
                }
                try tap(atX: x, y: y, in: root, caller: nil, reply: reply)
            }
        }
        var result = TapResult.none
        let gesture = Gesture { [unowned self] () throws(DBusError) in
            // The popover may have changed while the tap waited.
            let test = HitTest(hierarchy.nodes) { [records] in records[$0]?.views.hits(at: $1) ?? [] }
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
                try attemptToDismiss(popover, caller: nil, reply: reply)
                return .covered
            }
        } reply: {
            reply($0.map { result.after($0) })
        }
        try enqueue(gesture, in: root, caller: caller)
    }

    /// Tries to dismiss a popover, or its adapted presentation, as a user does.
    func attemptToDismiss(
        _ id: ViewControllerID, caller: String?, reply: @escaping TapReply
    ) throws(DBusError) {
        guard hierarchy.nodes.openPopoverQuestion(of: id) == nil else {
            return try wait(for: id, caller: caller, { reply(.failure($0)) }) { [unowned self] () throws(DBusError) in
                try attemptToDismiss(id, caller: nil, reply: reply)
            }
        }
        let attempt = PopoverPresentation(id).attemptToDismiss(in: &hierarchy)
        // Set before the question is delivered, as a plugin answers synchronously.
        if case .pending = attempt { pendingTaps[id, default: PendingTaps()].attempt = reply }
        deliverEvents()
        switch attempt {
        case .dismissed: reply(.success(.dismissed))
        case .refused: reply(.success(.refused))
        case .none: reply(.success(.none))
        case .pending: break
        }
    }

    // MARK: Waiting taps

    /// Queues a tap until the delegate of a popover has answered.
    func wait(
        for popover: ViewControllerID, caller: String?, _ fail: @escaping @EventLoop (DBusError) -> Void,
        _ tap: @escaping @EventLoop () throws(DBusError) -> Void
    ) throws(DBusError) {
        if let caller, popoverDelegates[popover]?.client?.name == caller {
            throw .internalInconsistency(
                "the popover of \(popover.path) waits for the answer of this client, its delegate; answer it before a tap"
            )
        }
        let count = pendingTaps[popover]?.waiting.count ?? 0
        guard caller == nil || count < GestureQueue.maximumWaiting else {
            throw .limitsExceeded(
                "\(count) taps wait for the delegate of the popover of \(popover.path); try again after its answer")
        }
        pendingTaps[popover, default: PendingTaps()].waiting.append {
            do throws(DBusError) {
                try tap()
            } catch {
                fail(error)
            }
        }
    }

    /// Ends the attempt to dismiss a popover that has ended, and resumes the waiting taps.
    func endPendingTaps(of popover: ViewControllerID) {
        let attempt = pendingTaps[popover]?.attempt
        pendingTaps[popover]?.attempt = nil
        attempt?(.success(.none))
        answeredPopovers.append(popover)
    }

    /// Starts the taps that waited for an answer, after the layout that follows it.
    ///
    /// - Returns: Whether there were any.
    func resumePendingTaps() -> Bool {
        guard !answeredPopovers.isEmpty else { return false }
        let popovers = answeredPopovers
        answeredPopovers = []
        var taps: [@EventLoop () -> Void] = []
        for popover in popovers where hierarchy.nodes.openPopoverQuestion(of: popover) == nil {
            taps += pendingTaps.removeValue(forKey: popover)?.waiting ?? []
        }
        for tap in taps { tap() }
        deliverEvents()
        return !taps.isEmpty
    }

    // MARK: Targets

    /// Performs the action of a tap on a target. The outcome is `none` for a target that only a front end can act on.
    private func act(on target: HitTestTarget) throws(DBusError) -> Gesture.Step {
        switch target {
        case .tabBarItem(let tabs, let position): return try tap(position, in: tabs)
        case .barButtonItem(let item):
            let isEnabled: Void? = try? perform { try $0.tapBarButtonItem(item.item, of: item.viewController) }
            return .over(isEnabled == nil ? .refused : .accepted)
        case .back(let navigation):
            let isPopped = try perform { try $0.tapBack(in: navigation) }
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
        updateContainerViews(of: id, record)
        guard let (view, action, value) = record.views.control(at: point) else { return false }
        let log = log
        owner.action(action, view: view, value: value) { error in
            if let error { log.warning("\(action) of view \(view) of \(id.path): \(error.message)") }
        }
        return true
    }

    /// Converts rectangles of views to the coordinates of their root views, for the model.
    var frame: ViewFrames { { [records] in records[$0.viewController]?.views.convert($1, from: $0.view) } }
}
