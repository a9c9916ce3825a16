import Glibc

/// The file with the preferences.
struct PreferencesFile {
    let path: String
    /// The maximum size in bytes, far above the size of any file that the plugin writes.
    private static let limit = 65_536

    /// The reason why a file can't be read or written.
    struct Failure: Error {
        let description: String

        /// Creates an error message from `errno`.
        init(_ operation: String, _ path: String) {
            description = "can't \(operation) \(path): \(String(cString: strerror(errno)))"
        }
        init(_ description: String) { self.description = description }
    }

    /// Returns the content; nil if the file does not exist.
    func text() throws(Failure) -> String? {
        // Opening a named pipe must not block.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw Failure("open", path)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Failure("\(path) is not a regular file")
        }
        var bytes = [UInt8](repeating: 0, count: Self.limit + 1)
        var count = 0
        while count < bytes.count {
            let part = bytes.withUnsafeMutableBytes { buffer in
                read(file, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            guard part >= 0 else { throw Failure("read", path) }
            guard part > 0 else { break }
            count += part
        }
        guard count <= Self.limit else { throw Failure("\(path) is longer than \(Self.limit) bytes") }
        guard let text = String(validating: bytes.prefix(count), as: UTF8.self) else {
            throw Failure("\(path) is not UTF-8 text")
        }
        return text
    }

    /// Replaces the file atomically, so that readers see the old or the new content even if the plugin is killed.
    ///
    /// It does not wait for the disk (`fsync`), which would block the shared loop.
    func replace(with text: String) throws(Failure) {
        let new = path + ".new"
        let file = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure("create", new) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count > 0 else {
                defer {
                    close(file)
                    unlink(new)
                }
                throw Failure("write", new)
            }
            rest = rest.dropFirst(count)
        }
        guard close(file) == 0, rename(new, path) == 0 else { throw Failure("replace", path) }
    }

    /// Renames a file with errors. Returns the new path; nil if that fails.
    func setAside() -> String? {
        let aside = path + ".broken"
        return rename(path, aside) == 0 ? aside : nil
    }
}

/// A value in the file: the text after `Key = `.
protocol FileValue: Sendable {
    var fileText: String { get }
    init?(fileText: String)
    /// A description of the valid values, for error messages.
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

/// A list of languages, which must not be empty or contain a language twice.
extension [Preferences.Language]: FileValue {
    var fileText: String { map(\.rawValue).joined(separator: " ") }
    static var allowed: String { "each language once, " + Preferences.Language.allowed }

    init?(fileText: String) {
        let codes = fileText.split(separator: " ")
        self = codes.compactMap { Preferences.Language(rawValue: String($0)) }
        guard !isEmpty, count == codes.count, Set(self).count == count else { return nil }
    }
}
