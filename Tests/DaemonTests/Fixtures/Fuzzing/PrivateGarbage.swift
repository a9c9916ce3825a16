import TestSupport

/// Raw bytes for the daemon's private sockets.
@EventLoop enum PrivateGarbage {
    private static let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
    private static let authentication = Array(
        "\0AUTH EXTERNAL \(user)\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n".utf8)

    /// The header of a method call, little-endian, with the claimed lengths.
    private static func header(body: UInt32, fields: UInt32, serial: UInt32 = 1) -> [UInt8] {
        [UInt8(ascii: "l"), 1, 0, 1]
            + [body, serial, fields].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    }

    /// Sends arbitrary bytes on many connections.
    ///
    /// - Parameter barrier: Waits until the daemon has read what was sent before.
    static func send(to path: String, barrier: @EventLoop () async throws -> Void) async throws {
        for seed in Stress.rounds(200, long: 5000, of: "private garbage") {
            var numbers = Numbers(state: seed)
            let peer = try #require(RawPeer(path))
            var bytes = Int.random(in: 0..<4, using: &numbers) > 0 ? authentication : []
            if Bool.random(using: &numbers) {
                bytes += header(
                    body: .random(in: 0...200, using: &numbers), fields: .random(in: 0...200, using: &numbers),
                    serial: .random(in: 0...2, using: &numbers))
            }
            bytes += (0..<Int.random(in: 0...400, using: &numbers)).map { _ in .random(in: 0...255, using: &numbers) }
            // Mostly in the middle of a message.
            let end = Int.random(in: 0...bytes.count, using: &numbers)
            peer.send(Array(bytes[..<end]))
            if Bool.random(using: &numbers) { try await barrier() }
            peer.send(Array(bytes[end...]))
            if seed % 8 == 0 { try await barrier() }
        }
    }

    /// Sends headers that claim too large sizes, and waits until each has ended its connection.
    static func sendTooLargeHeaders(to path: String) async throws {
        // Bodies and header fields that are too large for a foreign client, for any client, and for the arithmetic. One
        // header has no serial.
        let headers = [
            header(body: 5000, fields: 16), header(body: 16, fields: 5000), header(body: 128 << 20, fields: 16),
            header(body: .max, fields: 16), header(body: 16, fields: .max), header(body: .max, fields: .max),
            header(body: 0, fields: 0, serial: 0), header(body: 0, fields: 0),
        ]
        let peers = try headers.map { header in
            let peer = try #require(RawPeer(path))
            peer.send(authentication + header)
            return peer
        }
        for (peer, header) in zip(peers, headers) {
            try await EventLoop.until("the end of \(header)") { peer.isClosed }
        }
    }
}
