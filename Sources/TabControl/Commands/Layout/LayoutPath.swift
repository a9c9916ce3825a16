internal import ArgumentParser
internal import Glibc
internal import Processes
internal import TerminalUI

/// The location of a layout: a file, or `-` for the standard input and output.
struct LayoutPath: ExpressibleByArgument, Hashable, Sendable {
    let text: String

    static let help: ArgumentHelp = "The file, or - ; the default is $XDG_CONFIG_HOME/tabd/layout.toml."

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = argument
    }

    static var defaultCompletionKind: CompletionKind { .file(extensions: ["toml"]) }

    init(_ text: String) { self.text = text }

    /// The layout file that the daemon reads when it starts.
    static var standard: LayoutPath {
        let given = Environment.variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
        return LayoutPath((given ?? (Environment.variable("HOME") ?? "") + "/.config") + "/tabd/layout.toml")
    }

    var isStream: Bool { text == "-" }

    // MARK: Reading

    func read(invalid: Int32 = ExitStatus.noInput) throws(ControlError) -> String {
        let descriptor = isStream ? STDIN_FILENO : open(text, O_RDONLY | O_CLOEXEC)
        defer { if descriptor > STDERR_FILENO { close(descriptor) } }
        return try TextFile.read(
            descriptor, named: text, hint: "; 'tabctl layout save' saves the current layout",
            invalid: invalid)
    }

    // MARK: Writing

    /// Replaces the file atomically, and keeps the previous one with a `~` at the end of its name.
    ///
    /// - Returns: Whether the content has changed.
    func write(_ content: String) throws(ControlError) -> Bool {
        // Keeps a symbolic link and replaces its target, which is often in a repository elsewhere.
        let target = Installation.realPath(text) ?? text
        Self.makeFolder(ProgramFolder.parent(of: target) ?? ".")
        if (try? LayoutPath(target).read()) == content { return false }
        let temporary = "\(target).\(getpid()).new"
        var isDone = false
        defer { if !isDone { unlink(temporary) } }
        var status = stat()
        let mode = stat(target, &status) == 0 ? status.st_mode & 0o777 : 0o644
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw cannotWrite() }
        let isWritten = DescriptorOutput.write(content, to: descriptor) && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten else { throw cannotWrite() }
        try keepBackup(target)
        guard rename(temporary, target) == 0 else { throw cannotWrite() }
        isDone = true
        return true
    }

    /// Gives the old file a second name with a hard link, so that a file exists at any moment.
    private func keepBackup(_ target: String) throws(ControlError) {
        let old = target + "~"
        guard access(target, F_OK) == 0 else { return }
        unlink(old)
        // Not every file system supports hard links.
        guard link(target, old) == 0 || rename(target, old) == 0 else { throw cannotWrite() }
    }

    private static func makeFolder(_ path: String) {
        guard access(path, F_OK) != 0 else { return }
        if let folder = ProgramFolder.parent(of: path), folder != path { makeFolder(folder) }
        // The mode that the XDG Base Directory Specification requires. An error shows when the file is created.
        mkdir(path, 0o700)
    }

    private func cannotWrite() -> ControlError {
        ControlError(message: "can't write '\(text)': \(Self.reason)", status: ExitStatus.cannotCreate)
    }

    private static var reason: String { String(cString: strerror(errno)) }
}

/// A reader of whole UTF-8 files.
enum TextFile {
    static func read(_ path: String) throws(ControlError) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        return try read(descriptor, named: path)
    }

    /// - Parameters:
    ///   - descriptor: A negative value means that `open` failed and set `errno`.
    ///   - hint: What the user can do if the file does not exist.
    ///   - invalid: The exit status for a file that is not UTF-8 text.
    static func read(
        _ descriptor: Int32, named path: String, hint: String = "", invalid: Int32 = ExitStatus.noInput
    ) throws(ControlError) -> String {
        guard descriptor >= 0, let bytes = bytes(of: descriptor) else {
            let reason = String(cString: strerror(errno)) + (errno == ENOENT ? hint : "")
            throw ControlError(message: "can't read '\(path)': \(reason)", status: ExitStatus.noInput)
        }
        guard let content = String(validating: bytes, as: UTF8.self), !content.utf8.contains(0) else {
            throw ControlError(message: "'\(path)' is not UTF-8 text", status: invalid)
        }
        return content
    }

    /// Returns nil and sets `errno` if the file can't be read.
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
