internal import Glibc
internal import TerminalUI

extension PluginProject {
    /// Makes the folder with all files; what exists is never touched.
    func write(to folder: String) throws(ControlError) {
        guard mkdir(folder, 0o755) == 0 else {
            let reason =
                switch errno {
                case EEXIST: "it exists already; choose another name, or another --directory"
                case ENOENT: "the folder to make it in does not exist"
                default: String(cString: strerror(errno))
                }
            throw ControlError(message: "'\(folder)' can't be made: \(reason)", status: ExitStatus.cannotCreate)
        }
        for file in files {
            if let slash = file.name.lastIndex(of: "/") { _ = mkdir("\(folder)/\(file.name[..<slash])", 0o755) }
            try Self.write(file.text, to: "\(folder)/\(file.name)")
        }
    }

    private static func write(_ text: String, to path: String) throws(ControlError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, DescriptorOutput.write(text, to: descriptor) else {
            throw ControlError(
                message: "'\(path)' can't be written: \(String(cString: strerror(errno)))",
                status: ExitStatus.cannotCreate)
        }
    }
}
