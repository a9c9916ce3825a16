internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabInterface
internal import TabMirror

/// Carries out what a user does, and says what became of it when that is not seen.
@EventLoop
final class ScreenGestures {
    var service: Service?
    /// One of the values that follow each other is sent.
    private let onUpdate: @EventLoop (_ path: ObjectPath, _ view: UInt32, _ action: String, _ value: Variant) -> Void
    /// Ends a gesture; with what is to be told.
    private let onEnd: @EventLoop (String?) -> Void
    private var pending = 0
    /// Values that follow each other: of a text that is typed, of a slider that is dragged.
    private struct Stream: Hashable {
        let path: ObjectPath
        let view: UInt32
        let action: String
    }
    /// The newest value that the owner has not been told yet, while it is busy with the one before.
    private var newest: [Stream: Variant] = [:]
    private var busy: Set<Stream> = []

    init(
        onUpdate: @escaping @EventLoop (ObjectPath, UInt32, String, Variant) -> Void,
        onEnd: @escaping @EventLoop (String?) -> Void
    ) {
        self.onUpdate = onUpdate
        self.onEnd = onEnd
    }

    private nonisolated static let stays = "it stays: its delegate refused"

    /// What is told of a tap that did nothing, unless more is known.
    nonisolated static let refused = "refused"

    /// Whether replies are on their way.
    var isPending: Bool { pending > 0 }

    func perform(_ effect: ScreenEffect, in state: ScreenState) {
        guard let service else { return }
        switch effect {
        case .update(let path, let view, let action, let value):
            let stream = Stream(path: path, view: view, action: action)
            newest[stream] = value
            guard busy.insert(stream).inserted else { return }
        case .send(let path, let view, "editingDidEnd", _):
            // The end of a text tells all of it, and nothing may come after that.
            newest[Stream(path: path, view: view, action: "editingChanged")] = nil
        default: break
        }
        pending += 1
        Task.immediate { @EventLoop in
            var message: String?
            do throws(DBusError) {
                message = try await carryOut(effect, service, state)
            } catch {
                // The picture already shows that the daemon is gone.
                if service.connection.isConnected { message = ControlError(error).message }
            }
            pending -= 1
            onEnd(message)
        }
    }

    /// Performs an effect and returns the message to show, or nil.
    private func carryOut(
        _ effect: ScreenEffect, _ service: Service, _ state: ScreenState
    ) async throws(DBusError) -> String? {
        let options = Options()
        switch effect {
        case .tap(let position):
            return try await service.tap(UInt32(clamping: position), of: state.controller) ? nil : Self.refused
        case .touch(let x, let y):
            return switch try await service.window(state.controller).call(\.tapAt, x, y, options) {
            case "refused": Self.stays
            case "none": "nothing is there that can be tapped"
            default: nil
            }
        case .back(let navigation): try await service.navigationController(navigation).call(\.tapBack, options)
        case .barButton(let path, let id):
            try await service.navigationItem(path).call(\.tapBarButtonItem, id, options)
        case .tapRow(let row, let list):
            return try await service.moreList(list).call(\.tapRow, UInt32(clamping: row), options) ? nil : Self.refused
        case .beginEditing(let list): try await service.moreList(list).call(\.beginEditing, options)
        case .endEditing(let list): _ = try await service.moreList(list).call(\.endEditing, options)
        case .move(let path, let slot, let list):
            try await service.moreList(list).call(\.moveItem, path, UInt32(clamping: slot), options)
        case .send(let path, let id, let action, let value):
            try await service.sendAction(action, value, to: id, of: path)
        case .update(let path, let id, let action, _):
            try await sendNewest(of: Stream(path: path, view: id, action: action), service)
        case .press(let button): _ = try await service.focus(state.controller).call(\.press, button, options)
        case .escape(let path):
            if let cancel = Popover.cancelAction(ofAlert: path, in: state.tree.managedObjects) {
                try await service.alert(path).call(\.tapAction, cancel, options)
            } else if try await service.popover(path).call(\.performEscape, options) == "refused" {
                return Self.stays
            }
        case .respawn(let path): try await service.viewController(path).call(\.respawn, options)
        case .redraw, .suspend, .leave: break
        }
        return nil
    }

    /// One value at a time: the newest that came meanwhile follows.
    private func sendNewest(of stream: Stream, _ service: Service) async throws(DBusError) {
        defer { busy.remove(stream) }
        var failure: DBusError?
        while let value = newest.removeValue(forKey: stream) {
            onUpdate(stream.path, stream.view, stream.action, value)
            do throws(DBusError) {
                try await service.sendAction(stream.action, value, to: stream.view, of: stream.path)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
    }
}
