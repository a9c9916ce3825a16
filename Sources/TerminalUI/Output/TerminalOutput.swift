internal import Glibc

/// Terminal output that never blocks.
enum TerminalOutput {
    /// Opens the terminal of a descriptor again in non-blocking mode. The mode of the given descriptor stays, because
    /// other processes, such as the shell, share it. Returns nil if that is not allowed, as after `su`.
    static func openNonBlocking(_ descriptor: Int32) -> Int32? {
        let isControlling = getsid(0) > 0 && tcgetsid(descriptor) == getsid(0)
        for path in ["/proc/self/fd/\(descriptor)"] + (isControlling ? ["/dev/tty"] : []) {
            let opened = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if opened >= 0, isatty(opened) == 1 { return opened }
            if opened >= 0 { close(opened) }
        }
        return nil
    }

    /// Writes until the terminal accepts nothing for half a second. Safe in a signal handler.
    ///
    /// - Returns: Whether everything was written.
    static func writeLast(_ text: UnsafePointer<CChar>, to descriptor: Int32) -> Bool {
        DescriptorOutput.write(UnsafeRawBufferPointer(start: text, count: strlen(text)), to: descriptor, every: 500) {
            false
        }
    }
}

/// Unbuffered text output to a descriptor.
package enum DescriptorOutput {
    /// The size of a write, in bytes. A pipe that is ready accepts at least as many.
    private static var piece: Int { 4096 }

    /// Writes text to a descriptor, and waits while the reader is busy.
    /// - Parameter shouldContinue: Returns whether to keep waiting. It is called five times per second while the
    ///   reader does not read.
    /// - Returns: Whether everything was written.
    @discardableResult
    package static func write(
        _ text: String, to descriptor: Int32, while shouldContinue: () -> Bool = { true }
    ) -> Bool {
        var text = text
        return text.withUTF8 { write(UnsafeRawBufferPointer($0), to: descriptor, every: 200, while: shouldContinue) }
    }

    /// - Parameter milliseconds: The time to wait for the reader before each call of `shouldContinue`.
    fileprivate static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, every milliseconds: Int32,
        while shouldContinue: () -> Bool
    ) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            // Waits with `poll`, because nothing could interrupt a blocking write.
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard poll(&wait, 1, milliseconds) != 0 else {
                guard shouldContinue() else { return false }
                continue
            }
            let count = Glibc.write(descriptor, rest.baseAddress, min(rest.count, piece))
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } else if errno != EINTR, errno != EAGAIN {
                return false
            }
        }
        return true
    }
}

/// The output that a terminal has not accepted yet, up to a limit.
struct OutputQueue {
    /// The limit in bytes, which is much more than a picture.
    static let limit = 1 << 20

    private var pending: ArraySlice<UInt8> = []

    var isEmpty: Bool { pending.isEmpty }

    /// Appends text. Returns false and appends nothing if too much output is pending.
    mutating func append(_ text: String) -> Bool {
        guard pending.isEmpty || pending.count + text.utf8.count <= Self.limit else { return false }
        pending += text.utf8
        return true
    }

    mutating func removeAll() { pending = [] }

    /// Writes as much as a non-blocking descriptor accepts.
    ///
    /// - Returns: Whether the descriptor still accepts output, now or later.
    mutating func send(to descriptor: Int32) -> Bool {
        while !pending.isEmpty {
            let count = pending.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                pending.removeFirst(count)
            } else if errno == EAGAIN {
                return true
            } else if errno != EINTR {
                pending = []
                return false
            }
        }
        pending = []
        return true
    }
}
