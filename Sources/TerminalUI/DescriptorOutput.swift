internal import Glibc

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
