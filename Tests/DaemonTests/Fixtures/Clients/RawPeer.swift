import Glibc

/// A peer on a Unix socket that sends arbitrary bytes.
final class RawPeer {
    private let descriptor: Int32

    /// - Parameter path: The path of the socket.
    init?(_ path: String) {
        guard let descriptor = openUnixSocket(path, connect) else { return nil }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func send(_ bytes: [UInt8]) {
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    /// Whether the daemon has closed the connection. Discards the received bytes.
    var isClosed: Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count == 0 { return true }
            guard count < 0 else { continue }
            return errno != EAGAIN && errno != EINTR
        }
    }
}
