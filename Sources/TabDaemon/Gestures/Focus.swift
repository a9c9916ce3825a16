import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// The focus of profile tv: what the content offers to it, and the time that a selection by focus takes.
extension Daemon {
    /// The views of the displayed content that can have the focus.
    func focusContent(of id: ViewControllerID) -> FocusContent {
        var views: [FocusableView] = []
        var preferred: ViewAddress?
        for controller in hierarchy.displayedContent(of: id) {
            guard let record = records[controller] else { continue }
            views += record.views.focusable(in: controller, at: hierarchy.windowOrigin(of: controller))
            // What is nearer to the content knows better what is wanted there.
            guard record.preferredFocusedView != 0 else { continue }
            preferred = ViewAddress(viewController: controller, view: record.preferredFocusedView)
        }
        return FocusContent(views: views, preferred: preferred)
    }

    /// Finds another place for focus that was on a view that is gone.
    /// - Returns: whether there was something to do.
    func reviseFocus() -> Bool {
        guard mayHaveStaleFocus else { return false }
        mayHaveStaleFocus = false
        guard hierarchy.hasStaleFocus else { return false }
        let stale = hierarchy.drainStaleFocus()
        for id in stale { hierarchy.reviseFocus(of: id, content: focusContent(of: id)) }
        return true
    }

    /// The focus waits on an item: it is selected when the delay is over, as by a tap.
    func selectionPending(in id: ViewControllerID, token: UInt64) {
        focusTimers[id] = LoopTimer(after: UInt64(deadlines.focus)) { [unowned self] in
            focusTimers[id] = nil
            let selection = Gesture { [unowned self] () throws(DBusError) in
                guard let position = hierarchy.endPendingSelection(token, of: id) else { return .over(.none) }
                return try tap(position, in: id)
            } reply: { _ in
            }
            do throws(DBusError) {
                try perform(selection, in: id, caller: nil)
            } catch {
                log.warning("the focused tab of \(id.path) was not selected: \(error.message)")
            }
            deliverEvents()
        }
    }

    /// A press as a gesture: the focused item may have to be selected first, about which a delegate is asked.
    func press(
        _ button: RemoteButton, in id: ViewControllerID, caller: String,
        reply: @escaping @EventLoop (Result<Bool, DBusError>) -> Void
    ) throws(DBusError) {
        let gesture = Gesture { [unowned self] () throws(DBusError) in
            try press(button, in: id)
        } goOn: { [unowned self] () throws(DBusError) in
            try press(button, in: id)
        } reply: { outcome in
            reply(outcome.map { $0 == .accepted })
        }
        try perform(gesture, in: id, caller: caller)
    }

    private func press(_ button: RemoteButton, in id: ViewControllerID) throws(DBusError) -> Gesture.Step {
        let content = focusContent(of: id)
        let press = try perform { try $0.press(button, of: id, content: content) }
        switch press {
        case .finished(let isHandled): return .over(isHandled ? .accepted : .refused)
        case .activates(let view): return .over(activate(view) ? .accepted : .refused)
        case .selectsFirst(let position):
            let step = try tap(position, in: id)
            guard case .over = step else { return step }
            return try self.press(button, in: id)
        }
    }

    /// Lets the focused view do what it does: false when it does nothing.
    private func activate(_ view: ViewAddress) -> Bool {
        let action = "primaryActionTriggered"
        guard let record = records[view.viewController], let owner = record.owner,
            let entry = record.views[view.view], record.views.isReachable(view.view),
            ViewClasses.viewClass(entry.className)?.actions[action] != nil
        else { return false }
        let log = log
        owner.action(action, view: view.view, value: .bool(true)) { error in
            guard let error else { return }
            log.warning("\(action) of view \(view.view) of \(view.viewController.path): \(error.message)")
        }
        return true
    }
}

extension ViewTree {
    /// The views that can have the focus, in the order of the tree: the focusable ones, neither hidden nor disabled.
    ///
    /// - Parameter origin: where the root view lies in the coordinates that are asked for.
    fileprivate func focusable(in controller: ViewControllerID, at origin: Point) -> [FocusableView] {
        views.filter { $0.value(of: "Focusable") == .bool(true) && isReachable($0.id) }.compactMap { entry in
            guard let frame = frame(of: entry.id) else { return nil }
            return FocusableView(
                id: ViewAddress(viewController: controller, view: entry.id), frame: frame.offset(by: origin))
        }
    }
}
