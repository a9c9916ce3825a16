internal import DBusConnection
internal import DBusInterface
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
        let controller = state.controller
        switch effect {
        case .tap(let position):
            accept { service throws(DBusError) in
                try await service.tap(UInt32(clamping: position), of: controller)
            }
        case .touch(let x, let y):
            report { service throws(DBusError) in
                switch try await service.tap(x: x, y: y, in: controller) {
                case "refused": Self.stays
                case "none": "nothing is there that can be tapped"
                default: nil
                }
            }
        case .back(let navigation): run { service throws(DBusError) in try await service.tapBack(in: navigation) }
        case .barButton(let path, let id):
            run { service throws(DBusError) in try await service.tapBarButtonItem(id, of: path) }
        case .tapRow(let row, let list):
            accept { service throws(DBusError) in try await service.tapRow(UInt32(clamping: row), of: list) }
        case .beginEditing(let list): run { service throws(DBusError) in try await service.beginEditing(list) }
        case .endEditing(let list):
            run { service throws(DBusError) in _ = try await service.endEditing(list) }
        case .move(let path, let slot, let list):
            run { service throws(DBusError) in
                try await service.moveItem(path, to: UInt32(clamping: slot), in: list)
            }
        case .send(let path, let id, let action, let value):
            send(path, id, action, value)
        case .update(let path, let id, let action, let value):
            update(Stream(path: path, view: id, action: action), to: value)
        case .press(let button):
            run { service throws(DBusError) in _ = try await service.press(button, in: controller) }
        case .escape(let path):
            if let cancel = Popover.cancelAction(ofAlert: path, in: state.tree.managedObjects) {
                return run { service throws(DBusError) in try await service.tapAction(cancel, of: path) }
            }
            report { service throws(DBusError) in
                try await service.performEscape(path) == "refused" ? Self.stays : nil
            }
        case .respawn(let path): run { service throws(DBusError) in try await service.respawn(path) }
        case .redraw, .suspend, .leave: break
        }
    }

    private func send(_ path: ObjectPath, _ id: UInt32, _ action: String, _ value: Variant) {
        // The end of a text tells all of it, and nothing may come after that.
        if action == "editingDidEnd" { newest[Stream(path: path, view: id, action: "editingChanged")] = nil }
        run { service throws(DBusError) in
            try await service.sendAction(action, value, to: id, of: path)
        }
    }

    /// One value at a time: the newest that came meanwhile follows.
    private func update(_ stream: Stream, to value: Variant) {
        newest[stream] = value
        guard busy.insert(stream).inserted else { return }
        run { [weak self] service throws(DBusError) in
            defer { self?.busy.remove(stream) }
            var failure: DBusError?
            while let value = self?.newest.removeValue(forKey: stream) {
                self?.onUpdate(stream.path, stream.view, stream.action, value)
                do throws(DBusError) {
                    try await service.sendAction(stream.action, value, to: stream.view, of: stream.path)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
        }
    }

    // MARK: Calls

    private func accept(_ gesture: @escaping @EventLoop (Service) async throws(DBusError) -> Bool) {
        report { service throws(DBusError) in try await gesture(service) ? nil : Self.refused }
    }

    private func run(_ gesture: @escaping @EventLoop (Service) async throws(DBusError) -> Void) {
        report { service throws(DBusError) in
            try await gesture(service)
            return nil
        }
    }

    private func report(_ gesture: @escaping @EventLoop (Service) async throws(DBusError) -> String?) {
        guard let service else { return }
        pending += 1
        Task.immediate { @EventLoop in
            var message: String?
            do throws(DBusError) {
                message = try await gesture(service)
            } catch {
                // That nobody is there is told by the picture.
                if service.connection.isConnected { message = ControlError(error).message }
            }
            pending -= 1
            onEnd(message)
        }
    }
}
