import Glibc

/// A peer on a Unix socket that sends arbitrary bytes.
final class RawPeer {
    private let descriptor: Int32

    /// - Parameter path: The path of the socket.
    init?(_ path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isShort = withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            guard path.utf8.count < bytes.count else { return false }
            bytes.copyBytes(from: path.utf8)
            return true
        }
        let isOpen = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isShort, isOpen else { return nil }
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
