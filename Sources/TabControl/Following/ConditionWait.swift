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
    private var service: Service
    private let condition: WaitCondition
    /// The time to wait in seconds; nil for no limit.
    private let timeout: Double?
    private var following: FollowingRun?
    private var mirror = ObjectMirror()
    /// Whether the mirror has the objects of the current daemon.
    private var hasObjects = false
    private var isReading = false
    private var timer: LoopTimer?
    private var isTimedOut = false
    /// What does not hold yet.
    private var difference = "\(TabNames.busName) is not running"
    private var result: ObjectPath?
    private var failure: ControlError?
    private var lasting: LastingCommand?

    init(_ service: Service, for condition: WaitCondition, timeout: Double?) {
        self.service = service
        self.condition = condition
        self.timeout = timeout
    }

    /// Returns the view controller; nil if the condition is that it is gone.
    func run() async throws -> ObjectPath? {
        if let timeout, timeout > 0 {
            timer = LoopTimer(after: UInt64((timeout * 1000).rounded(.up))) { [weak self] in self?.end() }
        }
        defer { timer = nil }
        let command = LastingCommand(service) { Output.note($0) }
        lasting = command
        // A signal of the process has its default action: the exit status of an interrupted wait is not 0.
        try await command.run { service, isContinued in
            self.service = service
            let following = FollowingRun(service, self, isContinued: isContinued)
            self.following = following
            try await following.run(endedBy: [])
        }
        if let failure { throw failure }
        return result
    }

    /// Ends the wait without the condition.
    private func end() {
        let limit = timeout.map { " after \(PropertyText.number($0)) s" } ?? ""
        finish(ControlError(message: "timed out\(limit): \(difference)", status: ExitStatus.timeout))
    }

    /// Ends the wait, even while the connection is lost.
    private func finish(_ failure: ControlError?) {
        self.failure = failure
        lasting?.stop()
        following?.finish()
    }

    // MARK: Daemons

    func prepare() async throws(DBusError) {
        do throws(DBusError) {
            // Starts the daemon if the bus can.
            _ = try await service.manager.version
        } catch {
            guard ControlError(error).status == ExitStatus.unavailable else { throw error }
        }
    }

    func begin(isBack: Bool) async throws(DBusError) {
        hasObjects = false
        isReading = false
        read()
    }

    func daemonLeft() {
        hasObjects = false
        difference = "\(TabNames.busName) is not running"
        guard timeout != 0 else { return end() }
        Output.note("\(difference); waiting for it")
    }

    // MARK: Objects

    /// Reads all objects. The reply is applied before the next signal is received.
    private func read() {
        guard !isReading else { return }
        guard let following else { return }
        isReading = true
        let session = following.session
        let daemon = following.daemon
        service.bus.call(
            ObjectManagerInterface.getManagedObjects, at: TabNames.root, on: service.busDestination,
            timeout: service.bus.callTimeout, autoStart: false
        ) { [weak self, weak following] result in
            guard let self, let following, following.isRunning, following.session == session else { return }
            isReading = false
            switch result {
            case .success(let objects):
                mirror = ObjectMirror(objects)
                hasObjects = true
                check()
                if timeout == 0, following.isRunning { end() }
            case .failure(let error): following.failed(error, with: daemon)
            }
        }
    }

    func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        guard hasObjects, ObjectMirror.isRelevant(signal.member, of: signal.interface) else { return }
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
                finish(nil)
            case .differs(let difference): self.difference = difference
            }
        } catch {
            finish(error)
        }
    }
}
