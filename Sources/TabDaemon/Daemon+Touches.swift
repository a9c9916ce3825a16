import DBusConnection
import DBusInterface
import Logging
import PluginHosting
import TabInterface
import TabModel

/// Where users touch windows, and what that does (`P51` to `P58`).
extension Daemon {
    typealias TouchReply = PopoverTouches.Reply<TouchResult>

    /// A touch at a point of a root's window. While the delegate of the topmost popover is asked it waits.
    ///
    /// - Parameter caller: nil for one that has waited.
    func touch(
        atX x: Double, y: Double, in root: ViewControllerID, caller: String?, reply: @escaping TouchReply
    ) throws(DBusError) {
        if let popover = hierarchy.topmostPopover(in: root), hierarchy.openPopoverQuestion(of: popover) != nil {
            return try wait(for: popover, caller: caller) { [unowned self] in
                do throws(DBusError) {
                    guard hierarchy.contains(root) else {
                        throw .unknownObject("\(root.path) was destroyed while the touch waited")
                    }
                    try touch(atX: x, y: y, in: root, caller: nil, reply: reply)
                } catch {
                    reply(.failure(error))
                }
            }
        }
        switch hierarchy.touch(atX: x, y: y, in: root, { [records] in records[$0]?.views.hits(at: $1) ?? [] }) {
        case .nowhere: reply(.success(.none))
        case .content(let target): try act(on: target, as: .content, caller: caller, reply: reply)
        case .popover(_, let target): try act(on: target, as: .popover, caller: caller, reply: reply)
        case .passthrough(let target): try act(on: target, as: .passthrough, caller: caller, reply: reply)
        case .outside(let popover): try attemptToDismiss(popover, caller: caller, reply: reply)
        }
    }

    /// A user tries to dismiss a popover, or what it is adapted to.
    func attemptToDismiss(
        _ id: ViewControllerID, caller: String?, reply: @escaping TouchReply
    ) throws(DBusError) {
        guard hierarchy.openPopoverQuestion(of: id) == nil else {
            return try wait(for: id, caller: caller) { [unowned self] in
                do throws(DBusError) {
                    try attemptToDismiss(id, caller: nil, reply: reply)
                } catch {
                    reply(.failure(error))
                }
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
        if let popover = hierarchy.popover(pointingAt: item) {
            return try attemptToDismiss(popover, caller: caller) { reply($0.map { _ in () }) }
        }
        try perform(in: id, caller: caller) { [unowned self] () throws(DBusError) in
            try perform { (model) throws(ModelError) in try model.tapBarButtonItem(item.item, of: id) }
        } reply: {
            reply($0)
        }
    }

    // MARK: Waiting

    private func wait(
        for popover: ViewControllerID, caller: String?, _ touch: @escaping @EventLoop () -> Void
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
        popoverTouches[popover, default: PopoverTouches()].waiting.append(touch)
    }

    /// The question is answered, or the popover is gone: the touches that waited begin, as things are now.
    func touchesGoOn(of popover: ViewControllerID) {
        guard let touches = popoverTouches.removeValue(forKey: popover) else { return }
        touches.attempt?(.success(.none))
        for touch in touches.waiting { touch() }
    }

    // MARK: What is touched

    private func act(
        on target: TouchTarget, as result: TouchResult, caller: String?, reply: @escaping TouchReply
    ) throws(DBusError) {
        switch target {
        case .tabBarItem(let tabs, let position):
            let gesture = Gesture { [unowned self] () throws(DBusError) in
                try tap(position, in: tabs)
            } reply: { outcome in
                reply(outcome.map { $0 == .refused && result == .content ? .refused : result })
            }
            return try perform(gesture, in: tabs, caller: caller)
        case .barButtonItem(let item):
            // One that is disabled takes the touch, and does nothing.
            try? perform { (model) throws(ModelError) in try model.tapBarButtonItem(item.item, of: item.viewController)
            }
        case .back(let navigation):
            try perform { (model) throws(ModelError) in try model.tapBack(in: navigation) }
        case .view(let id, let point): touchView(of: id, at: point)
        case .bar: break
        }
        reply(.success(result))
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

    /// Where a view is in its controller's view, for the model.
    var frame: ViewFrames { { [records] in records[$0.viewController]?.views.frame(of: $0.view) } }
}
