internal import CTabPlugin
internal import Glibc

/// The host's table in Swift; the one place that calls it.
///
/// A slot that the host doesn't offer is `PluginError.notSupported`.
struct Host: Sendable {
    /// A copy in this version's size: what an older host's table lacks is null.
    private nonisolated(unsafe) let table: tab_host_v1
    private nonisolated(unsafe) let pointer: UnsafePointer<tab_host_v1>
    private let loopThread: pthread_t

    /// Written once, by the entry function, before any other code of the plugin runs; only read after that.
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

    /// Runs the work on the loop; may be called on any thread.
    static func post(_ work: @escaping @Sendable () -> Void) {
        guard let current else { return }
        current.table.post?(current.pointer, Box.function, Box(work).retained)
    }

    /// Runs code of the plugin on the loop, behind what runs now.
    static func postIsolated(_ work: @escaping @PluginActor () -> Void) {
        post { PluginActor.assumeIsolated { work() } }
    }

    static func log(_ level: LogLevel, _ message: String) {
        guard let current else { return }
        Arena.use { current.table.log?(current.pointer, level.code, $0.string(message)) }
    }

    /// Calls a slot; what is passed in the arena lives until it returns.
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

/// Carries a Swift closure through a `void *`, to be run at most once.
final class Box: Sendable {
    private let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    static func release(_ pointer: UnsafeMutableRawPointer) { Unmanaged<Box>.fromOpaque(pointer).release() }

    /// Runs the work of a retained box and releases it.
    static let function: @convention(c) (UnsafeMutableRawPointer?) -> Void = { pointer in
        guard let pointer else { return }
        Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().work()
    }
}
