import TestSupport

/// A peer that authenticates and then sends any bytes.
final class RawSocket {
    /// A call of the member S at the path `/`, without arguments.
    static let shortCall: [UInt8] =
        [UInt8(ascii: "l"), 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0]
        + [1, 1, UInt8(ascii: "o"), 0, 1, 0, 0, 0, UInt8(ascii: "/"), 0, 0, 0, 0, 0, 0, 0]
        + [3, 1, UInt8(ascii: "s"), 0, 1, 0, 0, 0, UInt8(ascii: "S"), 0, 0, 0, 0, 0, 0, 0]

    private let descriptor: Int32

    /// - Parameter address: An address of a private socket, without escaped characters.
    init(_ address: String) throws {
        let path = try #require(address.split(separator: ",").first { $0.hasPrefix("unix:path=") }).dropFirst(10)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        try #require(path.utf8.count < MemoryLayout.size(ofValue: name.sun_path))
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let isConnected = withUnsafePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        try #require(isConnected)
        let user = "\(getuid())".utf8.map { String($0, radix: 16) }.joined()
        send(Array("\0AUTH EXTERNAL \(user)\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n".utf8))
    }

    deinit { close(descriptor) }

    /// Sends as much as the socket takes without waiting, and returns how much that is.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        max(0, Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)))
    }

    /// Sends the beginning of a call with a long body, which never becomes complete.
    func sendPart(_ count: Int) {
        send([UInt8(ascii: "l"), 1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 16, 0, 0, 0])
        send([UInt8](repeating: 1, count: count))
    }

    /// Sends one byte with copies of a descriptor.
    func send(descriptor: Int32, copies: Int) {
        let header = MemoryLayout<cmsghdr>.size
        var control = [UInt8](repeating: 0, count: (header + 4 * copies + 7) / 8 * 8)
        control.withUnsafeMutableBytes { bytes in
            var fields = cmsghdr()
            (fields.cmsg_len, fields.cmsg_level, fields.cmsg_type) = (
                header + 4 * copies, SOL_SOCKET, Int32(SCM_RIGHTS)
            )
            bytes.storeBytes(of: fields, as: cmsghdr.self)
            for index in 0..<copies {
                bytes.storeBytes(of: descriptor, toByteOffset: header + 4 * index, as: Int32.self)
            }
        }
        var content = [UInt8(ascii: "l")]
        content.withUnsafeMutableBytes { content in
            control.withUnsafeMutableBytes { control in
                var piece = iovec(iov_base: content.baseAddress, iov_len: content.count)
                withUnsafeMutablePointer(to: &piece) { piece in
                    var message = msghdr()
                    (message.msg_iov, message.msg_iovlen) = (piece, 1)
                    (message.msg_control, message.msg_controllen) = (control.baseAddress, control.count)
                    _ = sendmsg(self.descriptor, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// Whether the other side has closed the connection. Discards the received bytes.
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
