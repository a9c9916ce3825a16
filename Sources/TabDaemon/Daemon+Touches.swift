import DBusConnection
import DBusInterface
import Logging
import PluginHosting
import TabInterface
import TabModel

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
            return try wait(for: popover, caller: caller, reply) { [unowned self] () throws(DBusError) in
                guard hierarchy.contains(root) else {
                    throw .unknownObject("\(root.path) was destroyed while the touch waited")
                }
                try touch(atX: x, y: y, in: root, caller: nil, reply: reply)
            }
        }
        var taken: TouchResult?
        let gesture = Gesture { [unowned self] () throws(DBusError) in
            // The popover may be another one by now.
            switch hierarchy.touch(atX: x, y: y, in: root, { [records] in records[$0]?.views.hits(at: $1) ?? [] }) {
            case .nowhere: taken = TouchResult.none
            case .content(let target): return try act(on: target, .content, &taken)
            case .popover(_, let target): return try act(on: target, .popover, &taken)
            case .passthrough(let target): return try act(on: target, .passthrough, &taken)
            case .outside(let popover): try attemptToDismiss(popover, caller: nil, reply: reply)
            }
            return .over(.accepted)
        } reply: { outcome in
            switch outcome {
            case .success(let outcome):
                // Who attempts to dismiss a popover is answered when that is known.
                guard let taken else { return }
                reply(.success(outcome == .refused && taken == .content ? .refused : taken))
            case .failure(let error): reply(.failure(error))
            }
        }
        try perform(gesture, in: root, caller: caller)
    }

    /// A user tries to dismiss a popover, or what it is adapted to.
    func attemptToDismiss(
        _ id: ViewControllerID, caller: String?, reply: @escaping TouchReply
    ) throws(DBusError) {
        guard hierarchy.openPopoverQuestion(of: id) == nil else {
            return try wait(for: id, caller: caller, reply) { [unowned self] () throws(DBusError) in
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

    /// A user taps a button of a bar: the one that a popover points at dismisses that (`P53`).
    func tap(
        _ item: BarButtonItemAddress, caller: String, reply: @escaping PopoverTouches.Reply<Void>
    ) throws(DBusError) {
        let id = item.viewController
        var isAttempt = false
        try perform(in: id, caller: caller) { [unowned self] () throws(DBusError) in
            guard let popover = hierarchy.popover(dismissedBy: item) else {
                return try perform { (model) throws(ModelError) in try model.tapBarButtonItem(item.item, of: id) }
            }
            try perform { (model) throws(ModelError) in try model.requireBarButtonItem(item.item, of: id) }
            isAttempt = true
            try attemptToDismiss(popover, caller: caller) { reply($0.map { _ in () }) }
        } reply: { result in
            // An attempt is answered when it is known what became of it.
            if case .success = result, isAttempt { return }
            reply(result)
        }
    }

    // MARK: Waiting

    private func wait(
        for popover: ViewControllerID, caller: String?, _ reply: @escaping TouchReply,
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
                reply(.failure(error))
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

    private func act(
        on target: TouchTarget, _ result: TouchResult, _ taken: inout TouchResult?
    ) throws(DBusError) -> Gesture.Step {
        taken = result
        switch target {
        case .tabBarItem(let tabs, let position): return try tap(position, in: tabs)
        case .barButtonItem(let item):
            // One that is disabled takes the touch, and does nothing.
            try? perform { (model) throws(ModelError) in
                try model.tapBarButtonItem(item.item, of: item.viewController)
            }
        case .back(let navigation):
            try perform { (model) throws(ModelError) in try model.tapBack(in: navigation) }
        case .view(let id, let point): touchView(of: id, at: point)
        case .bar: break
        }
        return .over(.accepted)
    }

    /// Lets the control under a point do what it does when it is touched.
    private func touchView(of id: ViewControllerID, at point: Point) {
        guard let record = records[id], let owner = record.owner,
            let (view, action, value) = record.views.control(at: point)
        else { return }
        let log = log
        owner.action(action, view: view, value: value) { error in
            if let error { log.warning("\(action) of view \(view) of \(id.path): \(error.message)") }
        }
    }

    /// Converts rectangles of views to their controllers' root views, for the model.
    var frame: ViewFrames { { [records] in records[$0.viewController]?.views.convert($1, from: $0.view) } }
}
