internal import ArgumentParser
internal import Glibc
internal import TerminalUI

/// Where a layout is: a file, or `-` for the standard input and output.
struct LayoutPath: ExpressibleByArgument, Hashable, Sendable {
    let text: String

    static let help: ArgumentHelp = "The file, or - ; $XDG_CONFIG_HOME/tabd/layout.toml when left out."

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = argument
    }

    init(_ text: String) { self.text = text }

    /// The one that the daemon reads when it starts.
    static var standard: LayoutPath {
        let given = variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        return LayoutPath((given ?? (variable("HOME") ?? "") + "/.config") + "/tabd/layout.toml")
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    var isStream: Bool { text == "-" }

    // MARK: Reading

    func read() throws(ControlError) -> String {
        let descriptor = isStream ? STDIN_FILENO : open(text, O_RDONLY | O_CLOEXEC)
        defer { if descriptor > STDERR_FILENO { close(descriptor) } }
        return try TextFile.read(
            descriptor, named: text, hint: "; 'tabctl layout save' makes one of what is there now")
    }

    // MARK: Writing

    /// Puts a text in the place of the file in one step; what was there is then beside it, with a `~` at its name's end.
    ///
    /// - Returns: Whether the file was another one.
    func write(_ content: String) throws(ControlError) -> Bool {
        // A link stays, and what it leads to is replaced: such files are often in a repository elsewhere.
        let target = Installation.realPath(text) ?? text
        Self.makeFolder(Installation.folder(of: target) ?? ".")
        if (try? LayoutPath(target).read()) == content { return false }
        let temporary = "\(target).\(getpid()).new"
        var isDone = false
        defer { if !isDone { unlink(temporary) } }
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw cannotWrite() }
        let isWritten = DescriptorOutput.write(content, to: descriptor) && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten else { throw cannotWrite() }
        try keepOld(target)
        guard rename(temporary, target) == 0 else { throw cannotWrite() }
        isDone = true
        return true
    }

    /// A second name for what is there, so that there is a file at any moment.
    private func keepOld(_ target: String) throws(ControlError) {
        let old = target + "~"
        guard access(target, F_OK) == 0 else { return }
        unlink(old)
        // Not every file system has second names.
        guard link(target, old) == 0 || rename(target, old) == 0 else { throw cannotWrite() }
    }

    private static func makeFolder(_ path: String) {
        guard access(path, F_OK) != 0 else { return }
        if let folder = Installation.folder(of: path), folder != path { makeFolder(folder) }
        // As the specification of the folders wants it; what is wrong shows when the file is made.
        mkdir(path, 0o700)
    }

    private func cannotWrite() -> ControlError {
        ControlError(message: "'\(text)' can't be written: \(Self.reason)", status: ExitStatus.cannotCreate)
    }

    private static var reason: String { String(cString: strerror(errno)) }
}

/// A text in UTF-8 that is read as a whole.
enum TextFile {
    static func read(_ path: String) throws(ControlError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        return try read(descriptor, named: path)
    }

    /// - Parameters:
    ///   - descriptor: A negative one is the failed `open` of the file, with its `errno`.
    ///   - hint: What the user can do when the file does not exist.
    static func read(_ descriptor: Int32, named path: String, hint: String = "") throws(ControlError) -> String {
        guard descriptor >= 0, let bytes = bytes(of: descriptor) else {
            let reason = String(cString: strerror(errno)) + (errno == ENOENT ? hint : "")
            throw ControlError(message: "'\(path)' can't be read: \(reason)", status: ExitStatus.noInput)
        }
        guard let content = String(validating: bytes, as: UTF8.self), !content.utf8.contains(0) else {
            throw ControlError(message: "'\(path)' is not text in UTF-8", status: ExitStatus.noInput)
        }
        return content
    }

    /// nil when it can't be read, with `errno`.
    private static func bytes(of descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer.prefix(count)
            } else if count == 0 {
                return bytes
            } else if errno != EINTR {
                return nil
            }
        }
    }
}
