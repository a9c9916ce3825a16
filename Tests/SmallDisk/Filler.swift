import Foundation
import Glibc

/// A file that fills the disk.
struct Filler {
    private let path: String

    init(_ directory: String) { path = directory + "/filler" }

    /// Fills the disk except for the given number of bytes.
    func leave(_ free: Int) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let page = [UInt8](repeating: 1, count: 4096)
        var size = 0
        while write(descriptor, page, page.count) == page.count { size += page.count }
        guard size >= free, ftruncate(descriptor, off_t(size - free)) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func remove() { unlink(path) }
}
