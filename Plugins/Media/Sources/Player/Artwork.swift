import Glibc

/// Where the artwork of a track is. Others than files and data are not supported: nothing is fetched from the network.
enum Artwork: Equatable, Sendable {
    /// A file, by its absolute path.
    case file(String)
    /// An encoded image.
    case data([UInt8])

    /// The maximum size of an encoded image, which is the default limit of the host too.
    static let maximumSize = 4 << 20
    private static let maximumPath = 4096

    /// Reads a URL: `file:///PATH` on this machine, or `data:image/…;base64,…`.
    init?(url: String) {
        let colon = url.utf8.firstIndex(of: UInt8(ascii: ":"))
        guard let colon else { return nil }
        let rest = url.utf8[url.utf8.index(after: colon)...]
        switch url[..<colon].lowercased() {
        case "file": self.init(file: rest)
        case "data": self.init(data: rest)
        default: return nil
        }
    }

    private init?(file rest: Substring.UTF8View) {
        guard rest.count <= 3 * Self.maximumPath, rest.starts(with: "//".utf8) else { return nil }
        let address = rest.dropFirst(2)
        let slash = address.firstIndex(of: UInt8(ascii: "/")) ?? address.endIndex
        let host = Substring(address[..<slash])
        let path = address[slash...].prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard host.isEmpty || host == "localhost", let bytes = PercentCoding.decode(path), !bytes.isEmpty,
            bytes.count <= Self.maximumPath, !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        self = .file(text)
    }

    private init?(data rest: Substring.UTF8View) {
        guard let comma = rest.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        let type = rest[..<comma]
        guard type.count <= 100, type.starts(with: "image/".utf8), Substring(type).hasSuffix(";base64"),
            let bytes = Base64.decode(rest[rest.index(after: comma)...]), !bytes.isEmpty,
            bytes.count <= Self.maximumSize
        else { return nil }
        self = .data(bytes)
    }

    /// Returns what should be an encoded image; nil if the file does not exist, is too large, or is not a regular file. It may
    /// wait for the disk.
    func load() -> [UInt8]? {
        switch self {
        case .data(let bytes): bytes
        case .file(let path): Self.read(path)
        }
    }

    private static func read(_ path: String) -> [UInt8]? {
        var status = stat()
        // Opening a device or a pipe may have an effect. Another file may come in its place: opening that does not wait.
        guard stat(path, &status) == 0, isSupported(status) else { return nil }
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard fstat(file, &status) == 0, isSupported(status) else { return nil }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let result = Glibc.read(file, buffer.baseAddress?.advanced(by: count), size - count)
                if result < 0, errno == EINTR { continue }
                guard result > 0 else { break }
                count += result
            }
        }
        return bytes.count == size ? bytes : nil
    }

    private static func isSupported(_ status: stat) -> Bool {
        status.st_mode & S_IFMT == S_IFREG && (1...maximumSize).contains(Int(status.st_size))
    }
}
