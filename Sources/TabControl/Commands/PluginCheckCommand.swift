internal import ArgumentParser
internal import Glibc

struct PluginCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Open a plugin as tabd would, and print what is wrong with it.",
        discussion: """
            The plugin is opened in a process of its own, tabd-plugin-host, which makes an instance of each of its \
            classes; the daemon is not asked. Keys of the manifest that mean nothing are warnings. It ends with 0 when \
            the plugin can be used and with 1 when it can't.
            """)

    @Argument(help: "The plugin's folder, which has its id as name, or the plugin.toml in it.")
    var path: String

    func run() throws {
        try Session.require { () throws(ControlError) in
            guard let folder = Self.folder(path) else {
                let message = "'\(path)' does not exist: give a plugin's folder, or the plugin.toml in it"
                throw ControlError(message: message, status: ExitStatus.noInput)
            }
            let host = try Installation.current.requirePluginHost()
            try Executable.replaceProcess(with: host, ["--check", folder])
        }
    }

    /// The folder that the host takes: its last part must be the plugin's id, not `.` or `..`.
    private static func folder(_ path: String) -> String? {
        guard access(path, F_OK) == 0 else { return nil }
        var parts = path.split(separator: "/").map(String.init)
        if parts.last == "plugin.toml" { parts.removeLast() }
        let folder = (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
        guard let last = parts.last, last != ".", last != ".." else {
            return Installation.realPath(folder.isEmpty ? "." : folder)
        }
        return folder
    }
}
