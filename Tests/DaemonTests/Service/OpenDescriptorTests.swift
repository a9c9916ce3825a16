import TabDaemon
import TestSupport

/// File descriptors that a program executed in place of this one must not inherit.
@Suite struct OpenDescriptorTests {
    /// Far above the descriptors of other tests.
    private func isClosedOnExec(by body: (Int32) -> Void) -> Bool {
        let descriptor = fcntl(STDERR_FILENO, F_DUPFD, 512)
        defer { close(descriptor) }
        #expect(fcntl(descriptor, F_GETFD) == 0)
        body(descriptor)
        return fcntl(descriptor, F_GETFD) == FD_CLOEXEC
    }

    @Test func `descriptors are closed on exec, by the list of them as well`() {
        #expect(isClosedOnExec { OpenDescriptors.closeOnExec(from: $0) })
        #expect(isClosedOnExec { OpenDescriptors.closeListedOnExec($0) })
        #expect(!isClosedOnExec { OpenDescriptors.closeListedOnExec($0 + 1) })
    }

    /// Closing one by one up to a limit of possibly a thousand million would be too slow.
    @Test func `a single call closes them where it exists`() {
        var isThere = false
        #expect(isClosedOnExec { isThere = OpenDescriptors.closeRangeOnExec($0) })
        #expect(isThere)
    }
}
