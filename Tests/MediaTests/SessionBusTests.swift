import Foundation
import Testing

@testable import Media

/// The connection to a bus that does not behave.
@Suite struct SessionBusTests {
    /// Listens at an address, and passes the accepted connection to a function.
    private static func withServer(_ body: (_ bus: SessionBus, _ client: Int32) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.path + "/bus-\(UUID().uuidString.prefix(8))"
        let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer {
            close(server)
            unlink(path)
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(server, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0 && listen(server, 1) == 0)
        let bus = try SessionBus(address: "unix:path=" + path)
        let client = accept(server, nil, nil)
        try #require(client >= 0)
        defer { close(client) }
        try body(bus, client)
    }

    @Test func `a bus that ends is noticed before the wait for its messages`() throws {
        try Self.withServer { bus, client in
            shutdown(client, Int32(SHUT_RDWR))
            for _ in 0..<1000 {
                // A limit on the number of messages may end this right after the last one.
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
    }

    @Test(.timeLimit(.minutes(1))) func `a bus that does not reply does not hold up the end`() throws {
        try Self.withServer { bus, _ in
            try bus.call(PlayerCall(.play, at: 0), on: "org.example.Player") { _ in }
        }
    }
}
