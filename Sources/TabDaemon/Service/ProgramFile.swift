import Glibc
import Processes

/// The file that this process runs. `Restart` executes it again, as an update may have replaced it.
struct ProgramFile {
    /// The absolute form of the path that the process was started with. Symbolic links are kept, as they may point to
    /// another version by now.
    let path: String

    init() {
        let name = CommandLine.arguments.first ?? ""
        path = Self.absolute(name) ?? ProgramFolder.executable ?? name
    }

    /// The reason why the file can't be executed; nil when it can.
    var validationError: String? {
        var status = stat()
        guard stat(path, &status) == 0, access(path, X_OK) == 0 else {
            return "cannot execute \(path): \(String(cString: strerror(errno)))"
        }
        return status.st_mode & S_IFMT == S_IFREG ? nil : "cannot execute \(path): not a regular file"
    }

    /// Replaces this program by the file. Returns only when that fails.
    ///
    /// The new program gets `--replace`, as the bus may have started another instance in between.
    func execute() -> SystemError {
        // The new program must not inherit files that plugins have opened.
        OpenDescriptors.closeOnExec(from: 3)
        let arguments = CommandLine.arguments.filter { $0 != "--replace" } + ["--replace"]
        return Program.replaceProcess(with: path, arguments)
    }

    private static func absolute(_ name: String) -> String? {
        if name.hasPrefix("/") { return name }
        if name.contains("/") {
            guard let current = getcwd(nil, 0) else { return nil }
            defer { free(current) }
            return "\(String(cString: current))/\(name)"
        }
        return Program.find(name)
    }
}
