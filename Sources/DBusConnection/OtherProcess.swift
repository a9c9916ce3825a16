internal import CSystemd
internal import Glibc

/// A process that is no child of this one, and stays the one that is meant: its number may become another one's.
package final class OtherProcess {
    package let processID: Int32
    private let descriptor: Int32

    /// nil when there is none with this number.
    package init?(_ processID: Int32) {
        self.processID = processID
        descriptor = open_pidfd(processID)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Nothing happens to one that has ended, or belongs to another user.
    package func send(_ signal: Int32) { _ = signal_pidfd(descriptor, signal) }
}
