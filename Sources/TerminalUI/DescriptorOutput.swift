internal import Glibc

/// Writes text to a descriptor at once, without a buffer in between.
package enum DescriptorOutput {
    /// Returns whether all of it was written.
    @discardableResult
    package static func write(_ text: String, to descriptor: Int32) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
                } else if errno == EAGAIN {
                    // Who shares the terminal may have made it non-blocking.
                    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&wait, 1, -1)
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }
}
