import CSDBus
import Glibc

/// The reason why the bus can't be used.
struct BusError: Error, CustomStringConvertible {
    let description: String

    /// - Parameter result: A negative error number.
    init(_ result: Int32) { description = String(cString: strerror(-result)) }
}

/// A connection to the session bus, by the library sd-bus. It is made, used and released on one thread.
final class SessionBus {
    typealias Handler = (BusMessage) -> Void

    /// The time that a call waits for its reply, in microseconds.
    private static let timeout: UInt64 = 5_000_000

    private let bus: OpaquePointer
    private var handlers: [Callback] = []

    /// Begins to connect. Calls wait until the connection exists.
    init(address: String = SessionBus.address) throws(BusError) {
        var created: OpaquePointer?
        let result = sd_bus_new(&created)
        guard result >= 0, let created else { throw BusError(result) }
        bus = created
        for result in [
            sd_bus_set_address(bus, address), sd_bus_set_bus_client(bus, 1),
            // A player has no reason to send descriptors.
            sd_bus_negotiate_fds(bus, 0), sd_bus_start(bus),
        ] where result < 0 { throw BusError(result) }
    }

    // Without waiting: a bus may not read any more.
    deinit { sd_bus_close_unref(bus) }

    /// The address of the session bus, which a plugin process inherits from the daemon.
    static var address: String {
        if let address = getenv("DBUS_SESSION_BUS_ADDRESS") { return String(cString: address) }
        return "unix:path=" + (getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "") + "/bus"
    }

    // MARK: Calls

    /// An argument of a call.
    enum Argument {
        case string(String)
        case objectPath(String)
        case int64(Int64)
        /// A value in a variant.
        case boolVariant(Bool), doubleVariant(Double), stringVariant(String)
    }

    /// Calls a method. The handler gets the reply, an error after five seconds, or nothing if the bus ends.
    ///
    /// The call never starts a program.
    func call(
        _ call: PlayerCall, on destination: String, _ handler: @escaping Handler
    ) throws(BusError) {
        var created: OpaquePointer?
        let result = sd_bus_message_new_method_call(
            bus, &created, destination, call.path, call.interface, call.member)
        guard result >= 0, let message = created else { throw BusError(result) }
        defer { sd_bus_message_unref(message) }
        sd_bus_message_set_auto_start(message, 0)
        for argument in call.arguments {
            let result = Self.append(argument, to: message)
            guard result >= 0 else { throw BusError(result) }
        }
        let callback = Unmanaged.passRetained(Callback(handler))
        var slot: OpaquePointer?
        let sent = sd_bus_call_async(bus, &slot, message, Callback.function, callback.toOpaque(), Self.timeout)
        guard sent >= 0, let slot else {
            callback.release()
            throw BusError(sent)
        }
        // The library calls this one in any case, and the handler only when there is a reply.
        sd_bus_slot_set_destroy_callback(slot, Callback.release)
        sd_bus_slot_set_floating(slot, 1)
        sd_bus_slot_unref(slot)
    }

    /// Receives the signals that match a rule.
    func receive(_ rule: String, _ handler: @escaping Handler) throws(BusError) {
        let callback = Callback(handler)
        let result = sd_bus_add_match_async(
            bus, nil, rule, Callback.function, nil, Unmanaged.passUnretained(callback).toOpaque())
        guard result >= 0 else { throw BusError(result) }
        handlers.append(callback)
    }

    private static func append(_ argument: Argument, to message: OpaquePointer) -> Int32 {
        switch argument {
        case .string(let text): appendText(text, "s", to: message)
        case .objectPath(let path): appendText(path, "o", to: message)
        case .int64(let number): withUnsafeBytes(of: number) { append($0, "x", to: message) }
        case .boolVariant(let value): appendVariant("b", to: message) { append(Int32(value ? 1 : 0), $0, to: message) }
        case .doubleVariant(let value): appendVariant("d", to: message) { append(value, $0, to: message) }
        case .stringVariant(let text): appendVariant("s", to: message) { appendText(text, $0, to: message) }
        }
    }

    private static func appendVariant(
        _ type: Unicode.Scalar, to message: OpaquePointer, _ content: (Unicode.Scalar) -> Int32
    ) -> Int32 {
        let results = [
            sd_bus_message_open_container(message, CChar(UInt8(ascii: "v")), String(type)), content(type),
            sd_bus_message_close_container(message),
        ]
        return results.min() ?? 0
    }

    private static func append<Content>(_ value: Content, _ type: Unicode.Scalar, to message: OpaquePointer) -> Int32 {
        withUnsafeBytes(of: value) { append($0, type, to: message) }
    }

    private static func append(
        _ bytes: UnsafeRawBufferPointer, _ type: Unicode.Scalar, to message: OpaquePointer
    ) -> Int32 {
        sd_bus_message_append_basic(message, CChar(UInt8(ascii: type)), bytes.baseAddress)
    }

    private static func appendText(_ text: String, _ type: Unicode.Scalar, to message: OpaquePointer) -> Int32 {
        text.withCString { sd_bus_message_append_basic(message, CChar(UInt8(ascii: type)), $0) }
    }

    // MARK: The loop

    /// Handles messages that have arrived.
    ///
    /// - Parameter maximum: The number of messages after which other work has its turn.
    func process(_ maximum: Int = 64) throws(BusError) {
        for _ in 0..<maximum {
            let result = sd_bus_process(bus, nil)
            guard result >= 0 else { throw BusError(result) }
            if result == 0 { return }
        }
    }

    /// Returns the descriptor and the events that `poll` waits for, and the time, in microseconds of `PlaybackClock`, at
    /// which there is work without a message; nil for never. Throws if the bus has ended.
    func waiting() throws(BusError) -> (descriptor: pollfd, deadline: Int64?) {
        let (descriptor, events) = (sd_bus_get_fd(bus), sd_bus_get_events(bus))
        var time: UInt64 = 0
        let result = sd_bus_get_timeout(bus, &time)
        if let error = [descriptor, events, result].first(where: { $0 < 0 }) { throw BusError(error) }
        return (
            pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0),
            result > 0 && time != .max ? Int64(clamping: time) : nil
        )
    }
}

/// A handler that crosses the C interface as a `void *`.
private final class Callback {
    private let handler: SessionBus.Handler

    init(_ handler: @escaping SessionBus.Handler) { self.handler = handler }

    static let function: sd_bus_message_handler_t = { message, context, _ in
        guard let message, let context else { return 0 }
        Unmanaged<Callback>.fromOpaque(context).takeUnretainedValue().handler(BusMessage(pointer: message))
        return 0
    }

    static let release: sd_bus_destroy_t = { context in
        if let context { Unmanaged<Callback>.fromOpaque(context).release() }
    }
}
