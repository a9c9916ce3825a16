internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc

/// An attachment that outlives the bus, too: when that goes it waits for it, and attaches over a new connection.
@EventLoop
final class LastingAttachment {
    private(set) var service: Service
    private let path: ObjectPath
    private unowned let observer: any TreeAttachmentObserver
    private(set) var current: TreeAttachment
    private var options: Options
    private var end: CheckedContinuation<Result<Void, ControlError>, Never>?

    init(
        _ service: Service, to path: ObjectPath, _ options: Options, _ observer: any TreeAttachmentObserver
    ) {
        self.service = service
        self.path = path
        self.options = options
        self.observer = observer
        current = TreeAttachment(service, to: path, options, observer)
    }

    /// Until a signal, `finish`, or an error. What fails before there was anything to see, fails.
    func run() async throws(ControlError) {
        let signals = [SIGINT, SIGTERM].map { number in
            LoopSignal(number) { [weak self] in self?.finish() }
        }
        let result = await withCheckedContinuation { continuation in
            end = continuation
            Task { @EventLoop in await stay() }
        }
        withExtendedLifetime(signals) {}
        service.connection.flush(for: .milliseconds(500))
        try result.get()
    }

    func finish(_ result: Result<Void, ControlError> = .success(())) {
        end?.resume(returning: result)
        end = nil
        current.finish()
    }

    var isRunning: Bool { end != nil }

    /// Attaches once more, with other options.
    ///
    /// - Parameter isAnew: Whether what is known is not to be relied on, as after a time of not being attached.
    func attach(_ options: Options, anew isAnew: Bool = false) {
        self.options = options
        current.attach(options, anew: isAnew)
    }

    private func stay() async {
        var hasAttached = false
        while isRunning {
            do throws(ControlError) {
                try await current.run()
                return finish()
            } catch {
                hasAttached = hasAttached || current.hasAttached
                guard hasAttached, !service.connection.isConnected else { return finish(.failure(error)) }
            }
            observer.busLeft()
            guard
                let next = await BusReturn.connection(
                    at: service.address, while: { [weak self] in self?.isRunning == true })
            else { return }
            service = Service(next, at: service.address)
            current = TreeAttachment(service, to: path, options, isContinued: true, observer)
        }
    }
}

/// Waits for a bus that has gone.
@EventLoop
enum BusReturn {
    /// Tries again and again, at last every two seconds.
    ///
    /// - Returns: nil when it is not wanted any more.
    static func connection(at address: String, while isWanted: @escaping @EventLoop () -> Bool) async -> Connection? {
        var pause: UInt64 = 100
        while true {
            // Before the first attempt, too: a bus that only greets must not be greeted without end.
            await sleep(milliseconds: pause)
            guard isWanted() else { return nil }
            if let connection = try? await Connection.joiningBus(at: address, timeout: 5000) {
                guard isWanted() else {
                    connection.close()
                    return nil
                }
                return connection
            }
            pause = min(pause * 2, 2000)
        }
    }

    private static func sleep(milliseconds: UInt64) async {
        var timer: LoopTimer?
        await withCheckedContinuation(isolation: EventLoop.shared) { continuation in
            timer = LoopTimer(after: milliseconds) { continuation.resume() }
        }
        withExtendedLifetime(timer) {}
    }
}
