internal import DBusConnection
package import DBusInterface
package import EventLoop
internal import Glibc

/// An attachment that continues when the bus ends, or the connection to another machine: it waits for the bus and attaches
/// over a new connection.
@EventLoop
package final class LastingAttachment {
    package private(set) var service: Service
    private let path: ObjectPath
    private unowned let observer: any TreeAttachmentObserver
    package private(set) var current: TreeAttachment
    private var options: Options
    private let reconnection: BusReconnection
    private var end: CheckedContinuation<Result<Void, any Error>, Never>?

    package init(
        _ service: Service, to path: ObjectPath, _ options: Options, _ observer: any TreeAttachmentObserver
    ) {
        self.service = service
        self.path = path
        self.options = options
        self.observer = observer
        reconnection = BusReconnection(to: service.location)
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
        reconnection.stop()
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
                let next = await reconnection.connection(
                    after: service.bus, onFailure: { [weak self] in self?.observer.reconnectionFailed($0) })
            else { return }
            service = Service(next, at: service.location)
            current = TreeAttachment(service, to: path, options, isContinued: true, observer)
        }
    }
}
