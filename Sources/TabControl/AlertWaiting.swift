internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// Presents an alert and waits for its answer.
@EventLoop
final class AlertWaiting {
    private let service: Service
    /// Answers that arrived before the reply of PresentAlert; nil for an alert that was dismissed without an answer.
    private var ends: [ObjectPath: AlertAnswer?] = [:]
    private var alert: ObjectPath?
    private var waiting: CheckedContinuation<Result<AlertAnswer?, ControlError>, Never>?

    init(_ service: Service) { self.service = service }

    /// - Returns: nil when the alert is dismissed without an answer.
    func answer(
        to style: String, _ title: String, _ message: String, _ options: Options, from path: ObjectPath
    ) async throws -> AlertAnswer? {
        let watch = SignalWatch(service.connection) { [unowned self] in
            receive($0, $1)
        } onOwner: { [unowned self] owner in
            let error = ControlError(
                message: "\(TabNames.busName) ended before the alert was answered", status: ExitStatus.unavailable)
            if owner == nil { finish(.failure(error)) }
        }
        // Starts the daemon if need be: signals of a later one are not heard.
        let presenting = service.viewController(path)
        _ = try await presenting.type
        try await watch.start()
        let alert = try await presenting.call(\.presentAlert, style, title, message, options)
        self.alert = alert
        if let end = ends[alert] { return end }
        let result = await withCheckedContinuation(isolation: EventLoop.shared) { waiting = $0 }
        withExtendedLifetime(watch) {}
        return try result.get()
    }

    private func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        switch signal.member {
        case "AlertAnswered":
            guard signal.signature == "uas", let action = try? UInt32.read(from: reader),
                let texts = try? [String].read(from: reader)
            else { return }
            end(ObjectPath(signal.path), AlertAnswer(action: action, texts: texts))
        case "InterfacesRemoved":
            guard signal.signature == "oas", let path = try? ObjectPath.read(from: reader) else { return }
            end(path, nil)
        default: break
        }
    }

    private func end(_ path: ObjectPath, _ answer: AlertAnswer?) {
        guard let alert else {
            // The reply with the alert's path is still on its way.
            if answer != nil || ends[path] == nil { ends.updateValue(answer, forKey: path) }
            return
        }
        if path == alert { finish(.success(answer)) }
    }

    private func finish(_ result: Result<AlertAnswer?, ControlError>) {
        waiting?.resume(returning: result)
        waiting = nil
    }
}
