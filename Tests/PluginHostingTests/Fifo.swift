import TestSupport

/// A FIFO that a plugin's thread reads: each byte is a command.
final class Fifo {
    let path: String
    private let descriptor: Int32

    init(in directory: String) throws {
        path = directory + "/fifo"
        try #require(mkfifo(path, 0o600) == 0)
        // Both ends, so that neither side waits for the other.
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
    }

    deinit { close(descriptor) }

    func write(_ order: String) { _ = order.withCString { Glibc.write(descriptor, $0, strlen($0)) } }
}
