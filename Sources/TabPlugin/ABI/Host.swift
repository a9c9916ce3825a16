internal import CTabPlugin
internal import Glibc

/// A Swift wrapper around the host's table. All calls of the host go through it.
///
/// Calling a slot that the host does not offer throws `PluginError.notSupported`.
struct Host: Sendable {
    /// A copy in the size of this version. Slots that an older host's table lacks are null.
    private nonisolated(unsafe) let table: tab_host_v1
    private nonisolated(unsafe) let pointer: UnsafePointer<tab_host_v1>
    private let loopThread: pthread_t

    /// The entry function writes it once, before any other code of the plugin runs. Afterwards it is only read.
    private nonisolated(unsafe) static var current: Host?

    static func adopt(_ pointer: UnsafePointer<tab_host_v1>) {
        var table = tab_host_v1()
        withUnsafeMutableBytes(of: &table) { bytes in
            let source = UnsafeRawBufferPointer(start: pointer, count: min(pointer.pointee.size, bytes.count))
            bytes.copyMemory(from: source)
        }
        current = Host(table: table, pointer: pointer, loopThread: pthread_self())
    }

    static var isLoopThread: Bool {
        guard let current else { return false }
        return pthread_equal(current.loopThread, pthread_self()) != 0
    }

    /// Enqueues work on the loop. You can call it on any thread.
    static func post(_ work: @escaping @Sendable () -> Void) {
        guard let current else { return }
        current.table.post?(current.pointer, Box.function, Box(work).retained)
    }

    /// Enqueues actor-isolated code on the loop. It runs after the current callback.
    static func postIsolated(_ work: @escaping @PluginActor () -> Void) {
        post { PluginActor.assumeIsolated { work() } }
    }

    static func log(_ level: LogLevel, _ message: String) {
        guard let current else { return }
        Arena.use { current.table.log?(current.pointer, level.code, $0.string(message)) }
    }

    /// A call of one slot of the host's table. It gets the table, the host, and an arena for arguments, which live until
    /// the slot returns. It returns nil if the host does not have the slot.
    typealias Call = (tab_host_v1, UnsafePointer<tab_host_v1>, Arena) -> tab_status?

    /// Calls a slot of the table.
    ///
    /// - Throws: The error that matches the slot's status.
    @PluginActor
    static func call(_ body: Call) throws(PluginError) {
        guard let current else { throw .notSupported }
        let status = Arena.use { body(current.table, current.pointer, $0) }
        guard status != TAB_OK else { return }
        throw PluginError(status ?? TAB_ERROR_NOT_SUPPORTED)
    }
}

/// Reading from the host.
@PluginActor
extension Host {
    /// Calls a slot that writes its result to a variable.
    static func read<Result>(
        _ initial: Result,
        _ body: (tab_host_v1, UnsafePointer<tab_host_v1>, Arena, UnsafeMutablePointer<Result>) -> tab_status?
    ) throws(PluginError) -> Result {
        var result = initial
        try call { table, host, arena in body(table, host, arena, &result) }
        return result
    }

    /// Calls a slot that passes a text to `receiveText`.
    static func text(
        _ body: (tab_host_v1, UnsafePointer<tab_host_v1>, UnsafeMutableRawPointer) -> tab_status?
    ) throws(PluginError) -> String {
        try read("") { table, host, _, text in body(table, host, UnsafeMutableRawPointer(text)) }
    }

    /// Calls a slot that passes a value to `receiveValue`.
    static func value(
        _ body: (tab_host_v1, UnsafePointer<tab_host_v1>, Arena, UnsafeMutableRawPointer) -> tab_status?
    ) throws(PluginError) -> Value {
        let value = try read(Value?.none) { table, host, arena, value in
            body(table, host, arena, UnsafeMutableRawPointer(value))
        }
        guard let value else { throw .failed }
        return value
    }

    static func setProperty(_ name: String, _ value: Value, of controller: UInt64) throws(PluginError) {
        try call { table, host, arena in
            table.set_property?(host, controller, arena.string(name), arena.pointer(to: value))
        }
    }

    static func propertyValue(_ name: String, of controller: UInt64) throws(PluginError) -> Value {
        try value { table, host, arena, context in
            table.property_value?(host, controller, arena.string(name), receiveValue, context)
        }
    }

    static func popoverValue(_ name: String, of controller: UInt64) throws(PluginError) -> Value {
        try value { table, host, arena, context in
            table.popover_value?(host, controller, arena.string(name), receiveValue, context)
        }
    }

    /// Sends the reply to a delegate's question.
    static func reply(to token: UInt64, _ answer: Value) throws(PluginError) {
        try call { table, host, arena in table.answer_question?(host, token, arena.pointer(to: answer)) }
    }
}

func receiveText(_ context: UnsafeMutableRawPointer?, _ text: tab_string) {
    context?.assumingMemoryBound(to: String.self).pointee = String(text) ?? ""
}

func receiveValue(_ context: UnsafeMutableRawPointer?, _ value: UnsafePointer<tab_value>?) {
    context?.assumingMemoryBound(to: Value?.self).pointee = Value(value)
}

extension ViewController {
    /// Runs a request and logs an error if the host refuses it.
    ///
    /// - Parameter purpose: The end of the message "view controller 1 could not …".
    func attempt(_ purpose: String, _ body: () throws(PluginError) -> Void) {
        do throws(PluginError) {
            try body()
        } catch {
            log(.error, "view controller \(number) could not \(purpose): \(error)")
        }
    }

    /// Calls a slot of the host and logs an error if the host refuses the call.
    func request(_ purpose: String, _ call: Host.Call) {
        attempt(purpose) { () throws(PluginError) in try Host.call(call) }
    }

    /// Sets a property that the host stores.
    func sendProperty(_ name: String, _ value: Value) {
        attempt("set \(name)") { () throws(PluginError) in try Host.setProperty(name, value, of: number) }
    }
}

/// A Swift closure that crosses the C interface as a `void *`. It runs at most once.
final class Box: Sendable {
    private let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    static func release(_ pointer: UnsafeMutableRawPointer) { Unmanaged<Box>.fromOpaque(pointer).release() }

    /// Runs the closure of a retained box, then releases the box.
    static let function: @convention(c) (UnsafeMutableRawPointer?) -> Void = { pointer in
        guard let pointer else { return }
        Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().work()
    }
}
