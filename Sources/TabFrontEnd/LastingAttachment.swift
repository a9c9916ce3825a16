internal import DBusConnection
package import DBusInterface
package import EventLoop
internal import Glibc

/// An attachment that continues when the bus ends: it waits for the bus and attaches over a new connection.
@EventLoop
package final class LastingAttachment {
    package private(set) var service: Service
    private let path: ObjectPath
    private unowned let observer: any TreeAttachmentObserver
    package private(set) var current: TreeAttachment
    private var options: Options
    private var end: CheckedContinuation<Result<Void, any Error>, Never>?

    package init(
        _ service: Service, to path: ObjectPath, _ options: Options, _ observer: any TreeAttachmentObserver
    ) {
        self.service = service
        self.path = path
        self.options = options
        self.observer = observer
        current = TreeAttachment(service, to: path, options, observer)
    }

    /// Runs until a signal, `finish` or an error. An error before the first attachment always ends it.
    package func run() async throws {
        let signals = [SIGINT, SIGTERM].map { number in
            LoopSignal(number) { [weak self] in self?.finish() }
        }
        let result = await withCheckedContinuation { continuation in
            end = continuation
            Task { @EventLoop in await keepAttached() }
        }
        withExtendedLifetime(signals) {}
        service.flush(for: .milliseconds(500))
        try result.get()
    }

    package func finish(_ result: Result<Void, any Error> = .success(())) {
        end?.resume(returning: result)
        end = nil
        current.finish()
    }

    package var isRunning: Bool { end != nil }

    /// Attaches again, with other options.
    ///
    /// - Parameter isRefreshing: Whether the known tree may be out of date, for example after a time without attachment.
    package func attach(_ options: Options, refreshing isRefreshing: Bool = false) {
        self.options = options
        current.attach(options, refreshing: isRefreshing)
    }

    private func keepAttached() async {
        var hasAttached = false
        while isRunning {
            do {
                try await current.run()
                return finish()
            } catch {
                hasAttached = hasAttached || current.hasAttached
                guard hasAttached, !service.bus.isConnected else { return finish(.failure(error)) }
            }
            service.privateConnection?.close()
            observer.busLeft()
            guard
                let next = await BusReconnection.connection(
                    at: service.address, while: { [weak self] in self?.isRunning == true })
            else { return }
            service = Service(next, at: service.address)
            current = TreeAttachment(service, to: path, options, isContinued: true, observer)
        }
    }
}

/// The wait for a bus that has ended.
@EventLoop
enum BusReconnection {
    /// Connects with exponential back-off, up to every two seconds.
    ///
    /// - Parameter shouldContinue: Returns whether the connection is still needed.
    /// - Returns: nil as soon as `shouldContinue` returns false.
    static func connection(at address: String, while shouldContinue: @escaping @EventLoop () -> Bool) async
        -> Connection?
    {
        var pause: UInt64 = 100
        while true {
            // Pauses before the first attempt too, so that a bus that accepts and closes connections does not cause a
            // busy loop.
            await sleep(milliseconds: pause)
            guard shouldContinue() else { return nil }
            if let connection = try? await Connection.joiningBus(at: address, timeout: 5000) {
                guard shouldContinue() else {
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
