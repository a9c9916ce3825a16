internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// The calls to the daemon for a user's gestures, and the messages about results that are not visible otherwise.
@EventLoop
final class ScreenGestures {
    var service: Service?
    /// Called at the end of a gesture, with a message for the user or nil.
    private let onEnd: @EventLoop (String?) -> Void
    private var pending = 0
    private let streams: ActionStreams

    /// - Parameter onUpdate: Called when a value of a stream is sent.
    init(
        onUpdate: @escaping @EventLoop (ActionStreams.Stream, Variant, _ revision: UInt64?) -> Void,
        onEnd: @escaping @EventLoop (String?) -> Void
    ) {
        streams = ActionStreams(onSend: onUpdate)
        self.onEnd = onEnd
    }

    private nonisolated static let dismissalRefused = "the delegate refused to dismiss it"

    /// The message of a refused tap, unless a more precise message is known.
    nonisolated static let refused = "refused"

    /// Whether replies are pending.
    var isPending: Bool { pending > 0 }

    func send(_ effect: ScreenEffect, in state: ScreenState) {
        guard let service else { return }
        switch effect {
        case .update(let path, let view, let action, let value):
            guard streams.add(value, to: ActionStreams.Stream(path: path, view: view, action: action)) else { return }
        case .send(let path, let view, "editingDidEnd", _)
        where state.tree.view(.view(path, view))?.className == "TextField":
            // The end of editing sends the complete text, and no value may follow it. The owner of a text view need not
            // support the end.
            streams.drop(ActionStreams.Stream(path: path, view: view, action: "editingChanged"))
        default: break
        }
        pending += 1
        let connection = service.connection
        let isSent = connection.isConnected
        Task.immediate { @EventLoop in
            var message: String?
            do throws(DBusError) {
                message = try await carryOut(effect, service, state)
            } catch {
                // The picture already shows that the daemon ended, or the next tree is on its way.
                if connection.isConnected {
                    message = ControlError(error).message
                } else if let host = service.location.host {
                    message = isSent ? HostMessage.unknownOutcome(host) : HostMessage.notSent(host)
                }
            }
            pending -= 1
            onEnd(message)
        }
    }

    /// Carries out an effect, and returns a message for the user or nil.
    private func carryOut(
        _ effect: ScreenEffect, _ service: Service, _ state: ScreenState
    ) async throws(DBusError) -> String? {
        switch effect {
        case .tap(let position):
            return try await service.tap(UInt32(clamping: position), of: state.controller) ? nil : Self.refused
        case .tapAt(let x, let y):
            return switch try await service.window(state.controller).tapAt(x, y) {
            case "refused": Self.dismissalRefused
            case "none": "nothing to tap here"
            default: nil
            }
        case .close(let tab):
            return try await service.tabBarController(state.controller).closeTab(tab) ? nil : "the tab was not closed"
        case .hide(let tab):
            return try await service.tabBarController(state.controller).hideTab(tab, true) ? nil : Self.refused
        case .resetHiddenTabs: try await service.tabBarController(state.controller).resetHiddenTabs()
        case .reorder(let tab, let index):
            let isMoved = try await service.tabBarController(state.controller)
                .reorderTab(tab, UInt32(clamping: index))
            return isMoved ? nil : Self.refused
        case .back(let navigation): try await service.navigationController(navigation).tapBack()
        case .barButton(let path, let id):
            try await service.navigationItem(path).tapBarButtonItem(id)
        case .tapRow(let row, let list):
            return try await service.moreList(list).tapRow(UInt32(clamping: row)) ? nil : Self.refused
        case .beginEditing(let list): try await service.moreList(list).beginEditing()
        case .endEditing(let list): _ = try await service.moreList(list).endEditing()
        case .move(let path, let slot, let list):
            try await service.moreList(list).moveItem(path, UInt32(clamping: slot))
        case .send(let path, let id, let action, let value):
            try await service.sendAction(action, value, to: id, of: path)
        case .update(let path, let id, let action, _):
            try await streams.send(ActionStreams.Stream(path: path, view: id, action: action), to: service)
        case .press(let button): _ = try await service.focus(state.controller).press(button)
        case .escape(let path):
            if let cancel = Popover.cancelAction(ofAlert: path, in: state.tree.managedObjects) {
                try await service.alert(path).tapAction(cancel)
            } else if try await service.popover(path).performEscape() == "refused" {
                return Self.dismissalRefused
            }
        case .respawn(let path): try await service.viewController(path).respawn()
        case .redraw, .suspend, .leave: break
        }
        return nil
    }
}
