internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// Carries out what a user does, and says what became of it when that is not seen.
@EventLoop
final class ScreenGestures {
    var service: Service?
    /// Ends a gesture; with what is to be told.
    private let onEnd: @EventLoop (String?) -> Void
    private var pending = 0
    /// Of fields, the text that the owner has not been told yet, while it is busy with the one before.
    private var texts: [Target: String] = [:]
    private var busy: Set<Target> = []

    init(onEnd: @escaping @EventLoop (String?) -> Void) { self.onEnd = onEnd }

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
                case "refused", "none": "nothing is there that can be tapped now"
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
        case .edit(let path, let id, let text): edit(path, id, text)
        case .press(let button):
            run { service throws(DBusError) in _ = try await service.press(button, in: controller) }
        case .escape(let path):
            report { service throws(DBusError) in
                try await service.performEscape(path) == "refused" ? "it stays: its delegate refused" : nil
            }
        case .respawn(let path): run { service throws(DBusError) in try await service.respawn(path) }
        case .redraw, .suspend, .leave: break
        }
    }

    private func send(_ path: ObjectPath, _ id: UInt32, _ action: String, _ value: Variant) {
        run { service throws(DBusError) in
            try await service.sendAction(action, value, to: id, of: path)
        }
    }

    /// One text at a time: what was typed meanwhile follows as a whole.
    private func edit(_ path: ObjectPath, _ id: UInt32, _ text: String) {
        let target = Target.view(path, id)
        texts[target] = text
        guard busy.insert(target).inserted else { return }
        run { [weak self] service throws(DBusError) in
            defer { self?.busy.remove(target) }
            while let text = self?.texts.removeValue(forKey: target) {
                try await service.sendAction("editingChanged", .string(text), to: id, of: path)
            }
        }
    }

    // MARK: Calls

    private func accept(_ gesture: @escaping @EventLoop (Service) async throws(DBusError) -> Bool) {
        report { service throws(DBusError) in try await gesture(service) ? nil : "refused" }
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
