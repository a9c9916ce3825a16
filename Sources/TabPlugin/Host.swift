internal import CTabPlugin
internal import Glibc

/// The host's table in Swift; the one place that calls it.
///
/// A slot that the host doesn't offer is `PluginError.notSupported`.
struct Host: Sendable {
    private nonisolated(unsafe) let table: UnsafePointer<tab_host_v1>
    private let loopThread: pthread_t

    /// Written once, by the entry function, before any other code of the plugin runs; only read after that.
    private nonisolated(unsafe) static var current: Host?

    static func adopt(_ table: UnsafePointer<tab_host_v1>) {
        current = Host(table: table, loopThread: pthread_self())
    }

    static var isLoopThread: Bool {
        guard let current else { return false }
        return pthread_equal(current.loopThread, pthread_self()) != 0
    }

    /// Runs the work on the loop; may be called on any thread.
    static func post(_ work: @escaping @Sendable () -> Void) {
        guard let table = current?.table else { return }
        table.pointee.post?(table, runBox, Box(work).retained)
    }

    static func log(_ level: LogLevel, _ message: String) {
        guard let table = current?.table else { return }
        let arena = Arena()
        withExtendedLifetime(arena) { table.pointee.log?(table, level.code, arena.string(message)) }
    }
}

@PluginActor
extension Host {
    private static func call(_ body: (UnsafePointer<tab_host_v1>, Arena) -> tab_status?) throws(PluginError) {
        guard let table = current?.table else { throw .notSupported }
        let arena = Arena()
        let status = withExtendedLifetime(arena) { body(table, arena) }
        guard status != TAB_OK else { return }
        throw PluginError(status ?? TAB_ERROR_NOT_SUPPORTED)
    }

    static func update(_ changed: [View], removed: [UInt32], of controller: UInt64) throws(PluginError) {
        try call { table, arena in
            let views = changed.map { $0.entry(in: arena) }
            return views.withUnsafeBufferPointer { views in
                removed.withUnsafeBufferPointer { removed in
                    table.pointee.update_views?(
                        table, controller, views.baseAddress, views.count, removed.baseAddress, removed.count)
                }
            }
        }
    }

    static func setTitle(_ title: String, of controller: UInt64) throws(PluginError) {
        try call { table, arena in table.pointee.set_title?(table, controller, arena.string(title)) }
    }

    static func setTabBarItem(_ change: TabBarItem.Change, of controller: UInt64) throws(PluginError) {
        try call { table, arena in
            var item = change.item(in: arena)
            return table.pointee.set_tab_bar_item?(table, controller, &item)
        }
    }

    static func addTimer(
        after: UInt64, leeway: UInt64, _ work: @escaping @Sendable () -> Void
    ) throws(PluginError) -> (timer: UInt64, box: UnsafeMutableRawPointer) {
        var timer: tab_timer = 0
        let box = Box(work).retained
        do throws(PluginError) {
            try call { table, _ in table.pointee.add_timer?(table, after, leeway, runBox, box, &timer) }
        } catch {
            Box.release(box)
            throw error
        }
        return (timer, box)
    }

    /// Frees the timer's work as well, unless it has fired.
    static func cancelTimer(_ timer: UInt64, box: UnsafeMutableRawPointer) throws(PluginError) {
        try call { table, _ in table.pointee.cancel_timer?(table, timer) }
        Box.release(box)
    }

    static func dataDirectory() throws(PluginError) -> String {
        try text { table, context in table.pointee.data_directory?(table, receiveText, context) }
    }

    static func locale() throws(PluginError) -> String {
        try text { table, context in table.pointee.locale?(table, receiveText, context) }
    }

    private static func text(
        _ body: (UnsafePointer<tab_host_v1>, UnsafeMutableRawPointer) -> tab_status?
    ) throws(PluginError) -> String {
        var result = ""
        try call { table, _ in
            withUnsafeMutablePointer(to: &result) { body(table, UnsafeMutableRawPointer($0)) }
        }
        return result
    }
}

private func receiveText(_ context: UnsafeMutableRawPointer?, _ text: tab_string) {
    context?.assumingMemoryBound(to: String.self).pointee = String(text) ?? ""
}

/// Carries a Swift closure through a `void *`, to be run at most once.
private final class Box: Sendable {
    private let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    var retained: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    static func release(_ pointer: UnsafeMutableRawPointer) { Unmanaged<Box>.fromOpaque(pointer).release() }

    static func run(_ pointer: UnsafeMutableRawPointer) {
        Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().work()
    }
}

private func runBox(_ context: UnsafeMutableRawPointer?) {
    if let context { Box.run(context) }
}
