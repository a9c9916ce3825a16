internal import EventLoop
internal import GTKWidgets
internal import TabFrontEnd

/// The files of `file:` URIs, which any program on the bus can set as an image.
@EventLoop
final class ImageFiles {
    /// The beginning of these URIs.
    static let prefix = "file:"

    /// The size of the largest file that is read, in bytes. The daemon has the same limit for the images of clients.
    private static let maximumSize = 4 << 20

    /// Whether the daemon is on this machine. Another machine can't know which files are here, and is not told.
    private let isHere: Bool
    /// A disk or a server may not answer. So files are read beside the main thread, and at most four at a time.
    private let worker = Worker(threads: 4)

    init(isHere: Bool) { self.isHere = isHere }

    /// Reads a file; nil if it is none that is read.
    func read(_ uri: String, completion: @escaping @EventLoop ([UInt8]?) -> Void) {
        guard isHere, let path = Self.path(of: uri) else { return completion(nil) }
        let limit = Self.maximumSize
        let isStarted = worker.run({ try? RegularFile.read(path, limit: limit) }, completion: completion)
        if !isStarted { completion(nil) }
    }

    /// Returns the absolute path that a URI names on this machine; nil for any other URI.
    static func path(of uri: String) -> String? {
        let start = prefix + "//"
        guard uri.hasPrefix(start + "/") else { return nil }
        var bytes: [UInt8] = []
        var rest = uri.utf8.dropFirst(start.utf8.count)[...]
        while let byte = rest.popFirst() {
            // A query and a fragment are no part of the path.
            guard byte != UInt8(ascii: "?"), byte != UInt8(ascii: "#") else { break }
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, let value = UInt8(Substring(digits), radix: 16), value != 0 else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
