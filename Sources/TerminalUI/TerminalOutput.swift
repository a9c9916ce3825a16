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
