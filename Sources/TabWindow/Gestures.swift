internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// The calls to the daemon for the gestures of the window's user.
@EventLoop
final class Gestures {
    /// nil while the daemon is away.
    var service: Service?
    var isReadOnly = false
    private let controller: ObjectPath
    private let report: @EventLoop (String) -> Void
    private lazy var streams = ActionStreams { [weak self] stream, _, revision in self?.revisions[stream] = revision }
    /// The revision of the text that was sent last.
    private var revisions: [ActionStreams.Stream: UInt64] = [:]
    private var pending = 0

    init(of controller: ObjectPath, _ report: @escaping @EventLoop (String) -> Void) {
        self.controller = controller
        self.report = report
    }

    /// Whether replies are awaited.
    var isPending: Bool { pending > 0 }

    /// Makes calls, and reports the message that they return, or their error.
    func send(
        _ body: @escaping @EventLoop (Service) async throws(DBusError) -> String?,
        then completion: @escaping @EventLoop () -> Void = {}
    ) {
        guard let service else { return completion() }
        guard !isReadOnly else {
            report("This window is read-only")
            return completion()
        }
        pending += 1
        let connection = service.connection
        let isSent = connection.isConnected
        Task.immediate { @EventLoop in
            var message: String?
            do throws(DBusError) {
                message = try await body(service)
            } catch {
                // The banner already says that the daemon ended.
                if connection.isConnected {
                    message = error.message
                } else if let host = service.location.host {
                    message = isSent ? HostMessage.unknownOutcome(host) : HostMessage.notSent(host)
                }
            }
            pending -= 1
            if let message { report(message) }
            completion()
        }
    }

    // MARK: Bars

    func tapItem(_ position: Int, of bar: ObjectPath) {
        send { service async throws(DBusError) in
            // A signal names the tab that was refused.
            _ = try await service.tabBar(bar).tapItem(UInt32(clamping: position))
            return nil
        }
    }

    func tapTab(at position: Int) {
        send { [controller] service async throws(DBusError) in
            _ = try await service.tap(UInt32(clamping: position), of: controller)
            return nil
        }
    }

    func close(_ tab: ObjectPath) {
        send { [controller] service async throws(DBusError) in
            try await service.tabBarController(controller).closeTab(tab) ? nil : "The tab was not closed"
        }
    }

    func reorder(_ tab: ObjectPath, to index: Int) {
        send { [controller] service async throws(DBusError) in
            let isMoved = try await service.tabBarController(controller).reorderTab(tab, UInt32(clamping: index))
            return isMoved ? nil : "The tab was not moved"
        }
    }

    func goBack(_ navigation: ObjectPath) {
        send { service async throws(DBusError) in
            try await service.navigationController(navigation).tapBack()
            return nil
        }
    }

    func tapButton(_ item: UInt32, of viewController: ObjectPath) {
        send { service async throws(DBusError) in
            try await service.navigationItem(viewController).tapBarButtonItem(item)
            return nil
        }
    }

    // MARK: Interactive changes of tabs

    /// Begins a change that this window drives. The completion gets whether the delegate allows it.
    func beginTransition(to tab: ObjectPath, then completion: @escaping @EventLoop (Bool) -> Void) {
        guard let service, !isReadOnly else { return completion(false) }
        Task.immediate { @EventLoop [controller] in
            let hasBegun = try? await service.tabBarController(controller).beginInteractiveTransition(tab)
            completion(hasBegun ?? false)
        }
    }

    func updateTransition(_ progress: Double, then completion: @escaping @EventLoop () -> Void) {
        guard let service else { return completion() }
        Task.immediate { @EventLoop [controller] in
            // It may have ended meanwhile.
            try? await service.tabBarController(controller).updateInteractiveTransition(progress)
            completion()
        }
    }

    func endTransition(isFinished: Bool) {
        guard let service else { return }
        Task.immediate { @EventLoop [controller] in
            let tabs = service.tabBarController(controller)
            if isFinished {
                try? await tabs.finishInteractiveTransition()
            } else {
                try? await tabs.cancelInteractiveTransition()
            }
        }
    }

    // MARK: The window

    func tap(x: Double, y: Double) {
        send { [controller] service async throws(DBusError) in
            try await service.window(controller).tapAt(x, y) == "refused" ? "It can't be dismissed now" : nil
        }
    }

    func press(_ button: String) {
        send { [controller] service async throws(DBusError) in
            _ = try await service.focus(controller).press(button)
            return nil
        }
    }

    /// Escape in a popover or an alert.
    func escape(_ viewController: ObjectPath, cancelAction: UInt32?) {
        send { service async throws(DBusError) in
            if let cancelAction {
                try await service.alert(viewController).tapAction(cancelAction)
            } else if try await service.popover(viewController).performEscape() == "refused" {
                return "It can't be dismissed now"
            }
            return nil
        }
    }

    /// Starts the owner of a view controller again.
    ///
    /// - Parameter plugin: A plugin in quarantine, whose failures are forgotten.
    func respawn(_ viewController: ObjectPath, inQuarantine plugin: ObjectPath?) {
        send { service async throws(DBusError) in
            if let plugin {
                try await service.plugin(plugin).reset()
            } else {
                try await service.viewController(viewController).respawn()
            }
            return nil
        }
    }

    // MARK: Views

    func sendAction(_ action: String, _ value: Variant, to view: UInt32, of path: ObjectPath) {
        send { service async throws(DBusError) in
            try await service.sendAction(action, value, to: view, of: path)
            return nil
        }
    }

    /// Sends that editing ended, with the whole text. No earlier text of a field may follow it; the owner of a text view
    /// need not support the end.
    func endEditing(
        _ text: String, in view: ViewEntry, of path: ObjectPath, then completion: @escaping @EventLoop () -> Void
    ) {
        if view.className == "TextField" {
            streams.drop(ActionStreams.Stream(path: path, view: view.id, action: "editingChanged"))
        }
        send(
            { service async throws(DBusError) in
                try await service.sendAction("editingDidEnd", .string(text), to: view.id, of: path)
                return nil
            }, then: completion)
    }

    /// Sends the newest of many values, such as those of a slider, and at last the completion.
    func sendNewest(
        _ action: String, _ value: Variant, to view: UInt32, of path: ObjectPath,
        then completion: @escaping @EventLoop () -> Void
    ) {
        let stream = ActionStreams.Stream(path: path, view: view, action: action)
        guard streams.add(value, to: stream) else { return }
        send(
            { [streams] service async throws(DBusError) in
                try await streams.send(stream, to: service)
                return nil
            }, then: completion)
    }

    /// Returns whether the text of a view includes what the user typed last, as far as its owner says so.
    func isCurrent(_ view: ViewEntry, of path: ObjectPath) -> Bool {
        let stream = ActionStreams.Stream(path: path, view: view.id, action: "editingChanged")
        guard let sent = revisions[stream], let name = service?.bus.uniqueName else { return true }
        return (view.textRevision(of: name) ?? 0) >= sent
    }

    /// Whether values are on their way, so that the view shows an older one.
    func isSending(_ action: String, to view: UInt32, of path: ObjectPath) -> Bool {
        streams.isSending(ActionStreams.Stream(path: path, view: view, action: action))
    }
}
