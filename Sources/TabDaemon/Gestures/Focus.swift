import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// The focus of profile tv: the focusable views of the content, and the delayed selection by focus.
extension Daemon {
    /// The focusable views of the displayed content.
    func focusContent(of id: ViewControllerID) -> FocusContent {
        var views: [FocusableView] = []
        var preferred: ViewAddress?
        for controller in hierarchy.nodes.displayedContent(of: id) {
            guard let record = records[controller] else { continue }
            views += record.views.focusable(in: controller, at: hierarchy.geometry.windowOrigin(of: controller))
            // The preference of the innermost view controller wins.
            guard record.preferredFocusedView != 0 else { continue }
            preferred = ViewAddress(viewController: controller, view: record.preferredFocusedView)
        }
        return FocusContent(views: views, preferred: preferred)
    }

    /// Moves the focus away from views that were removed.
    ///
    /// - Returns: Whether a focus was on such a view.
    func updateStaleFocus() -> Bool {
        guard mayHaveStaleFocus else { return false }
        mayHaveStaleFocus = false
        guard hierarchy.hasStaleFocus else { return false }
        let stale = hierarchy.drainStaleFocus()
        for id in stale { hierarchy.reviseFocus(of: id, content: focusContent(of: id)) }
        return true
    }

    /// Starts the timer for the focused item. When it fires, the item is selected as by a tap.
    func selectionPending(in id: ViewControllerID, token: UInt64) {
        focusTimers[id] = LoopTimer(after: UInt64(deadlines.focus)) { [unowned self] in
            focusTimers[id] = nil
            let selection = Gesture { [unowned self] () throws(DBusError) in
                guard let position = hierarchy.endPendingSelection(token, of: id) else { return .over(.none) }
                return try tap(position, in: id)
            } reply: { _ in
            }
            do throws(DBusError) {
                try enqueue(selection, in: id, caller: nil)
            } catch {
                log.warning("cannot select the focused tab of \(id.path): \(error.message)")
            }
            deliverEvents()
        }
    }

    /// Performs a press as a gesture. The focused item may have to be selected first, which can ask the delegate.
    func press(
        _ button: RemoteButton, in id: ViewControllerID, caller: String,
        reply: @escaping @EventLoop (Result<Bool, DBusError>) -> Void
    ) throws(DBusError) {
        let gesture = Gesture { [unowned self] () throws(DBusError) in
            try press(button, in: id)
        } continuation: { [unowned self] () throws(DBusError) in
            try press(button, in: id)
        } reply: { outcome in
            reply(outcome.map { $0 == .accepted })
        }
        try enqueue(gesture, in: id, caller: caller)
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

    /// Sends the primary action of the focused view; returns false if it has none.
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
    /// The focusable views that are neither hidden nor disabled, in the order of the tree.
    ///
    /// - Parameter origin: The origin of the root view in the result's coordinates.
    fileprivate func focusable(in controller: ViewControllerID, at origin: Point) -> [FocusableView] {
        views.filter { $0.value(of: "Focusable") == .bool(true) && isReachable($0.id) }.compactMap { entry in
            guard let frame = frame(of: entry.id) else { return nil }
            return FocusableView(
                id: ViewAddress(viewController: controller, view: entry.id), frame: frame.offset(by: origin))
        }
    }
}
