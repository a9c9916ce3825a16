internal import Glibc

/// Finds a descriptor of a terminal for writes that never wait.
enum TerminalOutput {
    /// Opens the terminal behind a descriptor anew: whoever shares its open file, as the shell does, would be non-blocking
    /// too. nil when that is not allowed, as after `su`.
    static func openNonBlocking(_ descriptor: Int32) -> Int32? {
        let isControlling = getsid(0) > 0 && tcgetsid(descriptor) == getsid(0)
        for path in ["/proc/self/fd/\(descriptor)"] + (isControlling ? ["/dev/tty"] : []) {
            let opened = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if opened >= 0, isatty(opened) == 1 { return opened }
            if opened >= 0 { close(opened) }
        }
        return nil
    }

    /// Writes all, or what the terminal takes without a pause of half a second. Safe in a signal handler.
    ///
    /// - Returns: Whether it was all.
    static func writeLast(_ text: UnsafePointer<CChar>, to descriptor: Int32) -> Bool {
        var rest = UnsafeRawBufferPointer(start: text, count: strlen(text))
        while !rest.isEmpty {
            var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            let ready = poll(&wait, 1, 500)
            guard ready > 0 || ready < 0 && errno == EINTR else { return false }
            let count = write(descriptor, rest.baseAddress, rest.count)
            guard count >= 0 || errno == EINTR || errno == EAGAIN else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(count, 0)))
        }
        return true
    }
}

/// Writes text to a descriptor at once, without a buffer in between.
package enum DescriptorOutput {
    /// What a pipe that takes anything takes at once, in bytes.
    private static let piece = 4096

    /// - Parameter isWanted: Asked five times a second while nobody reads.
    /// - Returns: Whether all of it was written.
    @discardableResult
    package static func write(
        _ text: String, to descriptor: Int32, while isWanted: () -> Bool = { true }
    ) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                // Not by a write that blocks, as nothing else could end that.
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&wait, 1, 200) != 0 else {
                    guard isWanted() else { return false }
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
}

/// What a terminal has not taken yet, which is no more than a bound.
struct OutputQueue {
    /// In bytes; far more than a picture.
    static let limit = 1 << 20

    private var pending: ArraySlice<UInt8> = []

    var isEmpty: Bool { pending.isEmpty }

    /// Returns false, and takes nothing of it, when there is too much already.
    mutating func append(_ text: String) -> Bool {
        guard pending.isEmpty || pending.count + text.utf8.count <= Self.limit else { return false }
        pending += text.utf8
        return true
    }

    mutating func removeAll() { pending = [] }

    /// Writes what a non-blocking descriptor takes.
    ///
    /// - Returns: Whether the descriptor still takes something, now or later.
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
