import Glibc

/// The file in which the preferences are kept.
struct PreferencesFile {
    let path: String
    /// Far above what is ever written.
    private static let limit = 65_536

    /// Why a file can't be read or written, for the log.
    struct Failure: Error {
        let description: String

        init(_ what: String, _ path: String) { description = "\(path) \(what): \(String(cString: strerror(errno)))" }
        init(_ description: String) { self.description = description }
    }

    /// nil when there is no file.
    func text() throws(Failure) -> String? {
        // What is a pipe by accident must not block.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw Failure("can't be opened", path)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Failure("\(path) is no regular file")
        }
        var bytes = [UInt8](repeating: 0, count: Self.limit + 1)
        var count = 0
        while count < bytes.count {
            let part = bytes.withUnsafeMutableBytes { buffer in
                read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            guard part >= 0 else { throw Failure("can't be read", path) }
            guard part > 0 else { break }
            count += part
        }
        guard count <= Self.limit else { throw Failure("\(path) is longer than \(Self.limit) bytes") }
        guard let text = String(validating: bytes.prefix(count), as: UTF8.self) else {
            throw Failure("\(path) is no text in UTF-8")
        }
        return text
    }

    /// Replaces the file as a whole: whoever reads, and a plugin that is killed, has the old one or the new one. It
    /// doesn't wait for the disk, as that would hold up everybody else on the loop.
    func replace(with text: String) throws(Failure) {
        let new = path + ".new"
        let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure("can't be made", new) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count > 0 else {
                defer {
                    close(file)
                    unlink(new)
                }
                throw Failure("can't be written", new)
            }
            rest = rest.dropFirst(count)
        }
        guard close(file) == 0, rename(new, path) == 0 else { throw Failure("can't be replaced", path) }
    }

    /// Puts a file that could not be understood out of the way; returns where it is, nil when it can't be moved.
    func setAside() -> String? {
        let aside = path + ".broken"
        return rename(path, aside) == 0 ? aside : nil
    }
}

/// What stands behind `Key = ` in the file of preferences.
protocol FileValue: Sendable {
    var fileText: String { get }
    init?(fileText: String)
    /// For a message about a text that is no such value.
    static var allowed: String { get }
}

extension Bool: FileValue {
    var fileText: String { self ? "true" : "false" }
    init?(fileText: String) { self.init(fileText) }
    static var allowed: String { "true or false" }
}

extension Int: FileValue {
    var fileText: String { String(self) }
    init?(fileText: String) { self.init(fileText) }
    static var allowed: String { "a whole number" }
}

extension FileValue where Self: RawRepresentable<String> & CaseIterable {
    var fileText: String { rawValue }
    init?(fileText: String) { self.init(rawValue: fileText) }
    static var allowed: String { "one of " + allCases.map(\.rawValue).joined(separator: ", ") }
}

/// At least one, each once.
extension [Preferences.Language]: FileValue {
    var fileText: String { map(\.rawValue).joined(separator: " ") }
    static var allowed: String { "each language once, " + Preferences.Language.allowed }

    init?(fileText: String) {
        let codes = fileText.split(separator: " ")
        self = codes.compactMap { Preferences.Language(rawValue: String($0)) }
        guard !isEmpty, count == codes.count, Set(self).count == count else { return nil }
    }
}
