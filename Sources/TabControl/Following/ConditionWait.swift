internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// The wait until the objects of the daemon satisfy a condition. It checks the condition after each signal that changes
/// an object, so it also notices a state that lasts only for a moment.
@EventLoop
final class ConditionWait: DaemonFollower {
    private let attachment: Attachment
    private let condition: WaitCondition
    /// The time to wait in seconds; nil for no limit.
    private let timeout: Double?
    /// The objects of the current daemon, while attached.
    private var mirror = ObjectMirror()
    private var isReading = false
    private var timer: LoopTimer?
    /// What does not hold yet.
    private var difference = "\(TabNames.busName) is not running"
    private var result: ObjectPath?

    init(_ service: Service, for condition: WaitCondition, timeout: Double?) {
        attachment = Attachment(service)
        self.condition = condition
        self.timeout = timeout
    }

    /// Returns the view controller; nil if the condition is that it is gone.
    func run() async throws -> ObjectPath? {
        if let timeout, timeout > 0 {
            timer = LoopTimer(after: UInt64((timeout * 1000).rounded(.up))) { [weak self] in self?.end() }
        }
        defer { timer = nil }
        // A signal of the process has its default action: the exit status of an interrupted wait is not 0.
        try await attachment.run(self, endedBy: [])
        return result
    }

    /// Ends the wait without the condition.
    private func end() {
        let limit = timeout.map { " after \(PropertyText.number($0)) s" } ?? ""
        attachment.finish(
            .failure(ControlError(message: "timed out\(limit): \(difference)", status: ExitStatus.timeout)))
    }

    // MARK: Daemons

    /// On a bus of this machine the wait ends with the bus.
    var outlivesBus: Bool { attachment.service.location.host != nil }

    func prepare() async throws(DBusError) {
        do throws(DBusError) {
            // Starts the daemon if the bus can.
            _ = try await attachment.service.manager.version
        } catch {
            guard ControlError(error).status == ExitStatus.unavailable else { throw error }
        }
    }

    func begin() async throws(DBusError) {
        isReading = false
        read()
    }

    func stateChanged(from old: AttachmentState, to state: AttachmentState) {
        switch state {
        case .daemonAway:
            difference = "\(TabNames.busName) is not running"
            guard timeout != 0 else { return end() }
            Output.note("\(difference); waiting for it")
        case .hostAway:
            if let note = state.lossNote { Output.note(note) }
        default: break
        }
    }

    // MARK: Objects

    /// Reads all objects. The reply is applied before the next signal is received.
    private func read() {
        guard !isReading else { return }
        isReading = true
        let session = attachment.session
        let service = attachment.service
        service.bus.call(
            ObjectManagerInterface.getManagedObjects, at: TabNames.root, on: service.busDestination,
            timeout: service.bus.callTimeout, autoStart: false
        ) { [weak self] result in
            guard let self, session == attachment.session else { return }
            isReading = false
            switch result {
            case .success(let objects):
                mirror = ObjectMirror(objects)
                attachment.attached()
                check()
                if timeout == 0 { end() }
            case .failure(let error): attachment.callDaemon { () async throws(DBusError) in throw error }
            }
        }
    }

    func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        guard attachment.state == .attached, ObjectMirror.isRelevant(signal.member, of: signal.interface) else {
            return
        }
        let signal = SignalContent(signal, reader)
        guard mirror.receive(signal.member, of: signal.interface, from: ObjectPath(signal.path), signal.arguments)
        else { return }
        if mirror.isIncomplete { read() } else { check() }
    }

    private func check() {
        do throws(ControlError) {
            switch try condition.check(in: mirror.managedObjects) {
            case .holds(let path):
                result = path
                attachment.finish()
            case .differs(let difference): self.difference = difference
            }
        } catch {
            attachment.finish(.failure(error))
        }
    }
}
