internal import CDBus
internal import CSystemd
internal import EventLoop
internal import Glibc

/// The watches and timeouts of one libdbus connection or server as sources of the event loop.
@EventLoop
final class ConnectionSources {
    /// A descriptor with its watches. libdbus has two watches per descriptor, epoll only one.
    final class Descriptor {
        unowned let owner: ConnectionSources
        let number: Int32
        var source: OpaquePointer?
        var watches: [OpaquePointer] = []

        init(_ number: Int32, of owner: ConnectionSources) {
            self.number = number
            self.owner = owner
            ForkedChild.close(number)
        }
    }

    /// The connection detaches these sources before it is freed.
    private unowned(unsafe) var connection: Connection?
    private let connectionRaw: OpaquePointer?
    private let server: OpaquePointer?
    private var descriptors: [Int32: Descriptor] = [:]
    private var timeouts: [OpaquePointer: LoopTimer] = [:]
    private var deferred: OpaquePointer?
    /// Called after the watches of a ready descriptor were handled.
    var didHandle: (@EventLoop () -> Void)?

    /// Returns nil without enough memory.
    init?(_ connection: Connection) {
        self.connection = connection
        connectionRaw = connection.raw
        server = nil
        let context = Unmanaged.passUnretained(self).toOpaque()
        let isWatched = dbus_connection_set_watch_functions(
            connection.raw, Self.addWatch, Self.removeWatch, Self.toggleWatch, context, nil)
        let isTimed = dbus_connection_set_timeout_functions(
            connection.raw, Self.addTimeout, Self.removeTimeout, Self.toggleTimeout, context, nil)
        guard isWatched != 0, isTimed != 0 else {
            detach()
            return nil
        }
        dbus_connection_set_dispatch_status_function(
            connection.raw,
            { _, status, context in
                guard status != DBUS_DISPATCH_COMPLETE, let context else { return }
                ConnectionSources.statusChanged(
                    (Unmanaged<ConnectionSources>.fromOpaque(context).takeUnretainedValue(), status))
            }, context, nil)
    }

    /// Returns nil without enough memory.
    init?(server: OpaquePointer) {
        self.server = server
        connectionRaw = nil
        let context = Unmanaged.passUnretained(self).toOpaque()
        let isWatched = dbus_server_set_watch_functions(
            server, Self.addWatch, Self.removeWatch, Self.toggleWatch, context, nil)
        let isTimed = dbus_server_set_timeout_functions(
            server, Self.addTimeout, Self.removeTimeout, Self.toggleTimeout, context, nil)
        guard isWatched != 0, isTimed != 0 else {
            detach()
            return nil
        }
    }

    /// Removes all sources from the loop. libdbus then removes its watches through us.
    func detach() {
        if let connectionRaw {
            dbus_connection_set_dispatch_status_function(connectionRaw, nil, nil, nil)
            dbus_connection_set_watch_functions(connectionRaw, nil, nil, nil, nil, nil)
            dbus_connection_set_timeout_functions(connectionRaw, nil, nil, nil, nil, nil)
        }
        if let server {
            dbus_server_set_watch_functions(server, nil, nil, nil, nil, nil)
            dbus_server_set_timeout_functions(server, nil, nil, nil, nil, nil)
        }
        for descriptor in descriptors.values { release(descriptor) }
        descriptors = [:]
        timeouts = [:]
        if let deferred { sd_event_source_disable_unref(deferred) }
        deferred = nil
    }

    private func release(_ descriptor: Descriptor) {
        ForkedChild.keep(descriptor.number)
        if let source = descriptor.source { sd_event_source_disable_unref(source) }
        descriptor.source = nil
    }

    /// Continues with the remaining messages in the next turn.
    func continueLater() {
        if let deferred {
            sd_event_source_set_enabled(deferred, Int32(SD_EVENT_ONESHOT))
            return
        }
        guard let event = EventLoop.event else { return }
        sd_event_add_defer(
            event, &deferred,
            { _, context in
                guard let context else { return 0 }
                ConnectionSources.goOn(Unmanaged<ConnectionSources>.fromOpaque(context).takeUnretainedValue())
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private static let statusChanged = LoopFunction<(ConnectionSources, DBusDispatchStatus), Void> { sources, status in
        if status == DBUS_DISPATCH_NEED_MEMORY {
            sources.connection?.retryLater()
        } else if sources.isHandling {
            sources.hasNews = true
        } else {
            sources.continueLater()
        }
    }

    /// Whether messages have become complete since this was reset: while the socket was read, or by a call that blocks
    /// while a message was handled.
    var hasNews = false

    private static let goOn = LoopFunction<ConnectionSources, Void> { $0.handle {} }

    private var isHandling = false

    /// Runs one turn: the work of a source, then libdbus' dispatching, then the end of the turn.
    private func handle(_ body: () -> Void) {
        withExtendedLifetime((self, connection)) {
            isHandling = true
            body()
            connection?.dispatch()
            isHandling = false
            EventLoop.endTurn()
        }
    }

    // MARK: Watches

    private static let addWatch: DBusAddWatchFunction = { watch, context in
        call(context, watch) { $0.add(watch: $1) } == true ? 1 : 0
    }

    private static let removeWatch: DBusRemoveWatchFunction = { watch, context in
        call(context, watch) { $0.remove(watch: $1) }
    }

    private static let toggleWatch: DBusWatchToggledFunction = { watch, context in
        call(context, watch) { $0.toggle(watch: $1) }
    }

    /// Calls a function for a watch or a timeout, from a callback of libdbus.
    @discardableResult
    private nonisolated static func call<Result>(
        _ context: UnsafeMutableRawPointer?, _ object: OpaquePointer?,
        _ function: @EventLoop (ConnectionSources, OpaquePointer) -> Result
    ) -> Result? {
        guard let object, let context else { return nil }
        let sources = Unmanaged<ConnectionSources>.fromOpaque(context).takeUnretainedValue()
        nonisolated(unsafe) let unsafeObject = object
        return EventLoop.assumeIsolated { function(sources, unsafeObject) }
    }

    private func add(watch: OpaquePointer) -> Bool {
        let number = dbus_watch_get_unix_fd(watch)
        let descriptor = descriptors[number] ?? Descriptor(number, of: self)
        descriptors[number] = descriptor
        descriptor.watches.append(watch)
        return update(descriptor)
    }

    private func remove(watch: OpaquePointer) {
        let number = dbus_watch_get_unix_fd(watch)
        guard let descriptor = descriptors[number] else { return }
        descriptor.watches.removeAll { $0 == watch }
        if descriptor.watches.isEmpty {
            release(descriptor)
            descriptors[number] = nil
        } else {
            _ = update(descriptor)
        }
    }

    private func toggle(watch: OpaquePointer) {
        if let descriptor = descriptors[dbus_watch_get_unix_fd(watch)] { _ = update(descriptor) }
    }

    private var isReading = true

    func setReading(_ isReading: Bool) {
        self.isReading = isReading
        for descriptor in descriptors.values { _ = update(descriptor) }
    }

    /// Reads further messages, without waiting for the loop.
    ///
    /// - Returns: Whether reading is allowed.
    func readMore() -> Bool {
        guard isReading else { return false }
        for watch in descriptors.values.flatMap(\.watches) where dbus_watch_get_enabled(watch) != 0 {
            guard dbus_watch_get_flags(watch) & DBUS_WATCH_READABLE.rawValue != 0 else { continue }
            dbus_watch_handle(watch, DBUS_WATCH_READABLE.rawValue)
            connection?.traffic?.didTransfer()
            return true
        }
        return false
    }

    private func update(_ descriptor: Descriptor) -> Bool {
        var events: UInt32 = 0
        for watch in descriptor.watches where dbus_watch_get_enabled(watch) != 0 {
            let flags = dbus_watch_get_flags(watch)
            if isReading, flags & DBUS_WATCH_READABLE.rawValue != 0 { events |= UInt32(EPOLLIN.rawValue) }
            if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { events |= UInt32(EPOLLOUT.rawValue) }
        }
        if let source = descriptor.source {
            return sd_event_source_set_io_events(source, events) >= 0
        }
        guard let event = EventLoop.event else { return false }
        return sd_event_add_io(
            event, &descriptor.source, descriptor.number, events,
            { _, _, events, context in
                guard let context else { return 0 }
                ConnectionSources.becameReady((Unmanaged<Descriptor>.fromOpaque(context).takeUnretainedValue(), events))
                return 0
            }, Unmanaged.passUnretained(descriptor).toOpaque()) >= 0
    }

    private static let becameReady = LoopFunction<(Descriptor, UInt32), Void> { descriptor, events in
        let sources = descriptor.owner
        sources.handle { sources.ready(descriptor, events) }
    }

    private func ready(_ descriptor: Descriptor, _ events: UInt32) {
        var flags: UInt32 = 0
        if events & UInt32(EPOLLIN.rawValue) != 0 { flags |= DBUS_WATCH_READABLE.rawValue }
        if events & UInt32(EPOLLOUT.rawValue) != 0 { flags |= DBUS_WATCH_WRITABLE.rawValue }
        if events & UInt32(EPOLLERR.rawValue) != 0 { flags |= DBUS_WATCH_ERROR.rawValue }
        if events & UInt32(EPOLLHUP.rawValue) != 0 { flags |= DBUS_WATCH_HANGUP.rawValue }
        // The messages that wait come first. The socket stays ready, and so is read afterwards.
        if flags & DBUS_WATCH_READABLE.rawValue != 0, connection?.traffic?.mayRead == false {
            flags &= DBUS_WATCH_WRITABLE.rawValue
        }
        let always = DBUS_WATCH_ERROR.rawValue | DBUS_WATCH_HANGUP.rawValue
        withExtendedLifetime(descriptor) {
            // A handler may remove other watches.
            for watch in descriptor.watches
            where descriptor.watches.contains(watch) && dbus_watch_get_enabled(watch) != 0 {
                let wanted = flags & (dbus_watch_get_flags(watch) | always)
                guard wanted != 0 else { continue }
                hasNews = false
                dbus_watch_handle(watch, wanted)
                if !hasNews, wanted & DBUS_WATCH_READABLE.rawValue != 0 { readRest(of: watch, of: descriptor) }
            }
        }
        connection?.traffic?.didTransfer()
        didHandle?()
    }

    /// libdbus reads 2 KiB at a time, and a turn for each would take longer than a long message itself.
    private static let readsPerTurn = 64

    /// Reads more of a message that is not complete. On a bus only: there it delays the messages behind it, on a peer's own
    /// connection nothing.
    private func readRest(of watch: OpaquePointer, of descriptor: Descriptor) {
        guard connection?.isBus == true else { return }
        for _ in 1..<Self.readsPerTurn {
            var waiting: Int32 = 0
            guard !hasNews, isReading, ioctl(descriptor.number, UInt(FIONREAD), &waiting) == 0, waiting > 0,
                descriptor.watches.contains(watch), dbus_watch_get_enabled(watch) != 0
            else { return }
            dbus_watch_handle(watch, DBUS_WATCH_READABLE.rawValue)
        }
    }

    // MARK: Timeouts

    private static let addTimeout: DBusAddTimeoutFunction = { timeout, context in
        call(context, timeout) { $0.arm($1) } == nil ? 0 : 1
    }

    private static let removeTimeout: DBusRemoveTimeoutFunction = { timeout, context in
        call(context, timeout) { $0.timeouts.removeValue(forKey: $1)?.cancel() }
    }

    private static let toggleTimeout: DBusTimeoutToggledFunction = { timeout, context in
        call(context, timeout) { $0.arm($1) }
    }

    private func arm(_ timeout: OpaquePointer) {
        timeouts.removeValue(forKey: timeout)?.cancel()
        guard dbus_timeout_get_enabled(timeout) != 0 else { return }
        let interval = UInt64(max(0, dbus_timeout_get_interval(timeout)))
        timeouts[timeout] = LoopTimer(after: interval) { [unowned self] in
            guard timeouts[timeout] != nil else { return }
            handle {
                dbus_timeout_handle(timeout)
                // A timeout of libdbus repeats until it is removed.
                if self.timeouts[timeout] != nil { self.arm(timeout) }
            }
        }
    }
}
