import Foundation
import TestSupport

/// A client that speaks the D-Bus protocol itself, so that it can send messages that no library sends. It blocks the
/// thread that uses it (`onThread`).
final class WireClient {
    let descriptor: Int32
    private var isClosed = false
    private(set) var name = ""
    private var lastSerial: UInt32 = 0
    private var received: [UInt8] = []
    private var start = 0
    private var buffer = [UInt8](repeating: 0, count: 65536)
    /// Handles the calls that arrive while the client waits for a reply.
    var onCall: (ReceivedMessage) -> Void = { _ in }

    /// - Parameters:
    ///   - path: The path of the bus's socket.
    ///   - passesDescriptors: Whether its connection can pass file descriptors.
    ///   - first: The first call; Hello of the bus by default.
    init(_ path: String, passesDescriptors: Bool = true, saying first: WireMessage? = nil) throws {
        guard let descriptor = openUnixSocket(path, connect) else {
            throw TestTimeoutError(description: "no bus at \(path)")
        }
        self.descriptor = descriptor
        let user = "\(getuid())".utf8.map { String($0, radix: 16) }.joined()
        for line in ["\0AUTH EXTERNAL \(user)\r\n"] + (passesDescriptors ? ["NEGOTIATE_UNIX_FD\r\n"] : []) {
            send(bytes: Array(line.utf8))
            while received.last != UInt8(ascii: "\n"), receiveBytes(within: Int(TestTimeout.milliseconds)) {}
            received = []
        }
        send(bytes: Array("BEGIN\r\n".utf8))
        let hello = WireMessage(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "Hello")
        name = try call(first ?? hello).text
    }

    convenience init() throws { try self.init(PrivateBus.current.directory + "/bus") }

    /// Whether the other side has closed the connection, so nothing more will arrive.
    private(set) var hasEnded = false

    deinit { disconnect() }

    /// Closes the connection without reading the rest.
    func disconnect() {
        if !isClosed { close(descriptor) }
        isClosed = true
    }

    /// Sends a message, and returns its serial. A call without a destination goes to the daemon.
    @discardableResult
    func send(_ message: WireMessage) -> UInt32 {
        lastSerial += 1
        var message = message
        if message.kind == .call, message.destination == nil { message.destination = TabNames.busName }
        var bytes = message.bytes(serial: lastSerial)[...]
        if !message.descriptors.isEmpty {
            let sent = Self.send(bytes, with: message.descriptors, through: descriptor)
            bytes = bytes.dropFirst(max(sent, 0))
        }
        send(bytes: Array(bytes))
        return lastSerial
    }

    /// Sends the beginning of a message with its descriptors, and never the rest.
    func sendHalf(_ message: WireMessage) {
        lastSerial += 1
        let bytes = message.bytes(serial: lastSerial)
        _ = Self.send(bytes[..<(bytes.count / 2)], with: message.descriptors, through: descriptor)
    }

    func send(bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 || (count == -1 && errno == EINTR) else { return }
            sent += max(count, 0)
        }
    }

    /// Makes a call and waits for the reply, which may be an error.
    func call(_ message: WireMessage, within milliseconds: Int = Int(TestTimeout.milliseconds)) throws
        -> ReceivedMessage
    {
        let serial = send(message)
        while let answer = receive(within: milliseconds) {
            if answer.isReply, answer.replySerial == serial { return answer }
            if answer.kind == WireMessage.Kind.call.rawValue { onCall(answer) }
        }
        throw TestTimeoutError(description: "\(message.member ?? "") was not answered within \(milliseconds) ms")
    }

    /// The next message, or nil after the timeout or when the connection is closed.
    func receive(within milliseconds: Int) -> ReceivedMessage? {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while true {
            let waiting = received[start...]
            if let length = ReceivedMessage.length(waiting), waiting.count >= length {
                defer {
                    start += length
                    if start > 1 << 20 || start == received.count {
                        received.removeFirst(start)
                        start = 0
                    }
                }
                return ReceivedMessage(waiting.prefix(length))
            }
            let left = max(end - .now, .zero)
            guard receiveBytes(within: Int(left / .milliseconds(1))) else { return nil }
        }
    }

    private func receiveBytes(within milliseconds: Int) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, Int32(milliseconds)) == 1 else { return false }
        let count = recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else {
            hasEnded = count == 0 || errno != EINTR
            return false
        }
        received += buffer.prefix(count)
        return true
    }

    private static func send(_ bytes: ArraySlice<UInt8>, with descriptors: [Int32], through socket: Int32) -> Int {
        let size = MemoryLayout<Int32>.size * descriptors.count
        let headerSize = MemoryLayout<cmsghdr>.size
        var control = [UInt8](repeating: 0, count: (headerSize + size + 7) / 8 * 8)
        control.withUnsafeMutableBytes { bytes in
            var header = cmsghdr()
            header.cmsg_len = headerSize + size
            header.cmsg_level = SOL_SOCKET
            header.cmsg_type = Int32(SCM_RIGHTS)
            bytes.storeBytes(of: header, as: cmsghdr.self)
            for (index, descriptor) in descriptors.enumerated() {
                bytes.storeBytes(of: descriptor, toByteOffset: headerSize + 4 * index, as: Int32.self)
            }
        }
        var content = Array(bytes)
        return content.withUnsafeMutableBytes { content in
            control.withUnsafeMutableBytes { control in
                var piece = iovec(iov_base: content.baseAddress, iov_len: content.count)
                return withUnsafeMutablePointer(to: &piece) { piece in
                    var message = msghdr()
                    message.msg_iov = piece
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                    return sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }
}

/// Runs a blocking function on its own thread, with the same current bus.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    let body = PrivateBus.inherited(by: body)
    return try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
}
