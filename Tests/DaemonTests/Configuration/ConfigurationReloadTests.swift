import EventLoop
import TestSupport

@testable import TabDaemon

/// Reading the configuration again for clients.
@EventLoop @Suite struct ConfigurationReloadTests {
    @Test func `calls that arrive together share the next time, and only so many may wait`() async throws {
        let reloads = ConfigurationReloads()
        var (reads, answers) = (0, 0)
        reloads.read = {
            reads += 1
            return DaemonConfiguration()
        }
        try reloads.request { _ in answers += 1 }
        #expect(reads == 1 && answers == 1)
        for _ in 0..<ConfigurationReloads.maximum { try reloads.request { _ in answers += 1 } }
        #expect(await failure { try reloads.request { _ in } } == "LimitsExceeded")
        #expect(reads == 1 && answers == 1)
        try await EventLoop.until("the answers") { answers == ConfigurationReloads.maximum + 1 }
        #expect(reads == 2)
    }
}
