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

    /// Calls a slot of the table. Arguments allocated in the arena live until the slot returns.
    ///
    /// - Throws: The error that matches the slot's status.
    @PluginActor
    static func call(
        _ body: (tab_host_v1, UnsafePointer<tab_host_v1>, Arena) -> tab_status?
    ) throws(PluginError) {
        guard let current else { throw .notSupported }
        let status = Arena.use { body(current.table, current.pointer, $0) }
        guard status != TAB_OK else { return }
        throw PluginError(status ?? TAB_ERROR_NOT_SUPPORTED)
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
