internal import CSystemd
// Without it the symbols below are in no library that is linked.
internal import Dispatch
internal import Glibc

/// libdispatch's main queue, on which `MainActor` runs: under a foreign loop nobody drains it, so this loop does.
///
/// The two functions are what CoreFoundation's run loop uses for the same purpose.
@EventLoop
package final class MainQueue {
    private var input: LoopInput?

    /// nil when the loop is not the main thread's: libdispatch drains its main queue nowhere else.
    ///
    /// - Parameter willRun: called each time before what is in the queue runs.
    package init?(willRun: @escaping @EventLoop () -> Void = {}) {
        guard is_main_thread() else { return nil }
        let descriptor = mainQueueDescriptor()
        guard descriptor >= 0 else { return nil }
        input = LoopInput(descriptor) {
            var count: UInt64 = 0
            _ = read(descriptor, &count, 8)
            willRun()
            drainMainQueue(nil)
        }
    }
}

@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueDescriptor() -> Int32

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func drainMainQueue(_ message: UnsafeMutableRawPointer?)
