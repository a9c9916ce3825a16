import Glibc
import Processes

/// The file that this process runs, to be run again when it may be another one.
struct ProgramFile {
    /// As it was called, made absolute: a link to the version of the day stays a link.
    let path: String

    init() {
        let name = CommandLine.arguments.first ?? ""
        path = Self.absolute(name) ?? Self.executable ?? name
    }

    /// Why it can't be run at the moment; nil when it can.
    var fault: String? {
        var status = stat()
        guard stat(path, &status) == 0, access(path, X_OK) == 0 else {
            return "\(path) can't be run: \(String(cString: strerror(errno)))"
        }
        return status.st_mode & S_IFMT == S_IFREG ? nil : "\(path) can't be run: it is no file"
    }

    /// Runs it in the place of this program; returns only when that fails.
    ///
    /// It takes the name from whoever was started by the bus in between.
    func execute() -> SystemError {
        // What plugins have opened is not the next program's.
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

    private static var executable: String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        return length > 0 ? String(decoding: buffer.prefix(length), as: UTF8.self) : nil
    }
}
