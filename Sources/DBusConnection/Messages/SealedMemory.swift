internal import CSystemd
package import DBusInterface
internal import Glibc

/// Memory whose content never changes, to pass data by descriptor.
package enum SealedMemory {
    /// Returns a descriptor of a copy of the bytes, sealed against every change, at offset 0.
    ///
    /// - Throws: `LimitsExceeded` if the system has no room for it.
    package static func descriptor(of bytes: [UInt8]) throws(DBusError) -> FileDescriptor {
        let number = create_sealable_memory("tabd")
        guard number >= 0 else { throw failure }
        let descriptor = FileDescriptor(owning: number)
        var count = 0
        while count < bytes.count {
            let written = bytes.withUnsafeBytes {
                pwrite(number, $0.baseAddress?.advanced(by: count), $0.count - count, off_t(count))
            }
            guard written > 0 || errno == EINTR else { throw failure }
            count += max(written, 0)
        }
        guard seal_memory(number) == 0 else { throw failure }
        return descriptor
    }

    /// Returns another descriptor of the same memory, with an offset of its own. It can only be read.
    package static func reopened(_ descriptor: FileDescriptor) -> FileDescriptor? {
        let number = open("/proc/self/fd/\(descriptor.number)", O_RDONLY | O_CLOEXEC)
        return number < 0 ? nil : FileDescriptor(owning: number)
    }

    private static var failure: DBusError {
        .limitsExceeded("the system has no memory to pass: \(String(cString: strerror(errno)))")
    }
}
