import Foundation
import TestSupport

@testable import TabFrontEnd

/// The files that front ends read when another program names them.
@Suite struct RegularFileTests {
    private func refusal(_ path: String, limit: Int = 1000) -> String? {
        do {
            _ = try RegularFile.read(path, limit: limit)
            return nil
        } catch { return error.reason }
    }

    @Test func `a regular file is read up to its limit`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/file"
        try Data(repeating: 7, count: 1000).write(to: URL(fileURLWithPath: file))
        #expect(try RegularFile.read(file, limit: 1000) == [UInt8](repeating: 7, count: 1000))
        #expect(refusal(file, limit: 999) == "it has 1000 bytes; the limit is 999")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "file")
        #expect(try RegularFile.read(folder.path + "/link", limit: 1000).count == 1000)
        #expect(refusal(folder.path + "/missing") == "No such file or directory")
        // A sparse file takes no place on the disk, and much in memory.
        #expect(truncate(file, 1 << 40) == 0)
        #expect(refusal(file) == "it has 1099511627776 bytes; the limit is 1000")
    }

    @Test func `nothing else is read, and a pipe is not even opened`() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path + "/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let openings = FileOpenings(of: pipe)
        for path in [pipe, "/dev/zero", "/dev/null", "/dev/tty", "/etc"] {
            #expect(refusal(path) == "it is not a regular file", "\(path)")
        }
        #expect(openings.count == 0)
        // Files of the kernel, which wait, never end, or are smaller than they say.
        for path in ["/proc/kmsg", "/proc/self/mem", "/proc/self/pagemap"] {
            #expect(refusal(path) == "it is empty", "\(path)")
        }
        let size = refusal("/sys/kernel/mm/transparent_hugepage/enabled", limit: 1 << 20)
        #expect(size == "No such file or directory" || size?.hasSuffix("that it declares") == true)
    }
}
