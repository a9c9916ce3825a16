internal import DBusConnection
package import DBusInterface
package import EventLoop
internal import TabClient
package import TabInterface
package import TabMirror

/// A front end that sends gestures.
@EventLoop
package protocol GestureObserver: AnyObject {
    /// The tree that the user sees.
    var tree: TabTree { get }

    /// A gesture has ended. Others may be pending.
    func gestureEnded(_ outcome: GestureOutcome)

    /// A value of a stream was sent. A text has a revision.
    func didSend(_ value: Variant, on stream: ActionStreams.Stream, revision: UInt64?)
}

extension GestureObserver {
    package func didSend(_ value: Variant, on stream: ActionStreams.Stream, revision: UInt64?) {}
}

/// Sends the gestures of a front end's user to the daemon, and owns the values that wait for an earlier reply.
@EventLoop
package final class GestureSender {
    /// nil while the daemon is away: then gestures do nothing.
    package var service: Service?
    package let controller: ObjectPath
    package let isReadOnly: Bool
    private weak var observer: (any GestureObserver)?
    private lazy var streams = ActionStreams { [weak self] stream, value, revision in
        self?.revisions[stream] = revision
        self?.observer?.didSend(value, on: stream, revision: revision)
    }
    /// The revision of the text that was sent last.
    private var revisions: [ActionStreams.Stream: UInt64] = [:]
    private var pending = 0

    package init(of controller: ObjectPath, isReadOnly: Bool, _ observer: any GestureObserver) {
        self.controller = controller
        self.isReadOnly = isReadOnly
        self.observer = observer
    }

    /// Whether replies are awaited.
    package var isPending: Bool { pending > 0 }

    /// Sends a gesture, and reports its outcome. A value of a stream whose earlier value is on its way follows that one.
    package func send(_ gesture: UserGesture, then completion: @escaping @EventLoop () -> Void = {}) {
        guard let service else { return completion() }
        guard !isReadOnly else {
            observer?.gestureEnded(.readOnly)
            return completion()
        }
        switch gesture {
        case .update(let path, let view, let action, let value):
            guard streams.add(value, to: ActionStreams.Stream(path: path, view: view, action: action)) else { return }
        case .send(let path, let view, UserActions.editingDidEnd.name, _)
        where observer?.tree.views[path]?.view(view)?.kind == .textField:
            // The end of editing sends the complete text, and no value may follow it. The owner of a text view need not
            // support the end.
            streams.drop(ActionStreams.Stream(path: path, view: view, action: UserActions.editingChanged.name))
        default: break
        }
        pending += 1
        let connection = service.connection
        let isSent = connection.isConnected
        Task.immediate { @EventLoop in
            var outcome = GestureOutcome.done
            do throws(DBusError) {
                outcome = try await call(gesture, service)
            } catch {
                // The front end already shows that the daemon ended, or the next tree is on its way.
                if connection.isConnected {
                    outcome = .failed(error)
                } else if let host = service.location.host {
                    outcome = .lost(isSent ? HostMessage.unknownOutcome(host) : HostMessage.notSent(host))
                }
            }
            pending -= 1
            observer?.gestureEnded(outcome)
            completion()
        }
    }

    private func call(_ gesture: UserGesture, _ service: Service) async throws(DBusError) -> GestureOutcome {
        let tabs = service.tabBarController(controller)
        var isAllowed = true
        switch gesture {
        case .tap(let position, let bar?):
            isAllowed = try await service.tabBar(bar).tapItem(UInt32(clamping: position))
        case .tap(let position, nil): isAllowed = try await service.tap(UInt32(clamping: position), of: controller)
        case .tapAt(let x, let y):
            let result = try await service.window(controller).tapAt(x, y)
            if result == "none" { return .missed }
            isAllowed = result != "refused"
        case .close(let tab): isAllowed = try await tabs.closeTab(tab)
        case .hide(let tab): isAllowed = try await tabs.hideTab(tab, true)
        case .resetHiddenTabs: try await tabs.resetHiddenTabs()
        case .reorder(let tab, let index): isAllowed = try await tabs.reorderTab(tab, UInt32(clamping: index))
        case .back(let navigation): try await service.navigationController(navigation).tapBack()
        case .barButton(let path, let id): try await service.navigationItem(path).tapBarButtonItem(id)
        case .tapRow(let row, let list): isAllowed = try await service.moreList(list).tapRow(UInt32(clamping: row))
        case .beginEditing(let list): try await service.moreList(list).beginEditing()
        case .endEditing(let list): _ = try await service.moreList(list).endEditing()
        case .move(let path, let slot, let list):
            try await service.moreList(list).moveItem(path, UInt32(clamping: slot))
        case .send(let path, let id, let action, let value):
            try await service.sendAction(action, value, to: id, of: path)
        case .update(let path, let id, let action, _):
            try await streams.send(ActionStreams.Stream(path: path, view: id, action: action), to: service)
        case .press(let key): _ = try await service.focus(controller).press(key.rawValue)
        case .escape(let path):
            if let tree = observer?.tree, let cancel = Popover.cancelAction(ofAlert: path, in: tree.managedObjects) {
                try await service.alert(path).tapAction(cancel)
            } else {
                isAllowed = try await service.popover(path).performEscape() != "refused"
            }
        case .respawn(let path): try await service.viewController(path).respawn()
        case .resetPlugin(let plugin): try await service.plugin(plugin).reset()
        }
        return isAllowed ? .done : .refused(gesture)
    }

    // MARK: Streams

    /// Whether values are on their way, so that the view shows an older one.
    package func isSending(_ action: String, to view: UInt32, of path: ObjectPath) -> Bool {
        streams.isSending(ActionStreams.Stream(path: path, view: view, action: action))
    }

    /// Returns whether the text of a view includes what the user typed last, as far as its owner says so.
    package func isCurrent(_ view: ViewEntry, of path: ObjectPath) -> Bool {
        let stream = ActionStreams.Stream(path: path, view: view.id, action: UserActions.editingChanged.name)
        guard let sent = revisions[stream], let name = service?.bus.uniqueName else { return true }
        return (view.textRevision(of: name) ?? 0) >= sent
    }
}
