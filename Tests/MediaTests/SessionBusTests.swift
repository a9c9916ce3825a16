import Foundation
import Testing

@testable import Media

/// The connection to a bus that does not behave.
@Suite struct SessionBusTests {
    /// Returns a socket that accepts connections, and never replies, with its address.
    private static func listen() throws -> (server: Int32, address: String) {
        let path = FileManager.default.temporaryDirectory.path + "/bus-\(UUID().uuidString.prefix(8))"
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0 && Glibc.listen(server, 1) == 0)
        return (server, "unix:path=" + path)
    }

    private static func remove(_ address: String) { unlink(String(address.dropFirst("unix:path=".count))) }

    @Test func `a bus that ends is noticed before the wait for its messages`() throws {
        let (server, address) = try Self.listen()
        defer { Self.remove(address) }
        let bus = try SessionBus(address: address)
        close(server)
        for _ in 0..<1000 {
            // The limit on the number of messages may end this right after the last one.
            do throws(BusError) { try bus.process(1) } catch {
                Issue.record("it would have waited for ever before")
                return
            }
            do throws(BusError) {
                var descriptors = [try bus.waiting().descriptor]
                poll(&descriptors, 1, 10)
            } catch { return }
        }
        Issue.record("it was not noticed")
    }

    @Test func `a bus that does not reply does not hold up the end`() throws {
        let (server, address) = try Self.listen()
        defer { Self.remove(address) }
        var pipes: [Int32] = [0, 0]
        try #require(pipe(&pipes) == 0)
        let (end, start) = (pipes[0], pipes[1])
        // After ten seconds it ends the wait.
        Thread.detachNewThread {
            var descriptors = [pollfd(fd: end, events: Int16(POLLIN), revents: 0)]
            poll(&descriptors, 1, 10_000)
            close(server)
            close(end)
        }
        let began = ContinuousClock.now
        do {
            let bus = try SessionBus(address: address)
            try bus.call(PlayerCall(.play, at: 0), on: "org.example.Player") { _ in }
        }
        close(start)
        #expect(ContinuousClock.now - began < .seconds(9))
    }
}
