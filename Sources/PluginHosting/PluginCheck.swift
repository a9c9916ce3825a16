internal import DBusConnection
internal import DBusInterface
internal import Glibc
internal import TabInterface

/// `tabd-plugin-host --check FOLDER`: opens a plugin in a process of its own, so that its author sees what is wrong with
/// it before a daemon does.
enum PluginCheck {
    /// - Returns: 0 when the plugin can be used, 1 when it can't, 64 (EX_USAGE) for what is no folder.
    static func run(_ path: String) -> Int32 {
        let parts = path.split(separator: "/", omittingEmptySubsequences: true)
        guard let id = parts.last.map(String.init) else {
            say("'\(path)' is no plugin's folder\n")
            return 64
        }
        let parent = (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
        let folder = parent.isEmpty ? "." : parent
        let code = EventLoop.run { EventLoop.exit(check(id, in: folder)) }
        guard code < 0 else { return code }
        say("\(id): \(EventLoop.failure(code))\n")
        return HostEnvironment.loopFailed
    }

    @EventLoop
    private static func check(_ id: String, in folder: String) -> Int32 {
        let registry = PluginRegistry(searchPath: [folder], environment: [:], dataDirectory: nil, host: nil)
        guard let plugin = registry.plugin(id) else {
            say("there is no plugin '\(id)' in \(folder)\n")
            return 1
        }
        var failure: DBusError?
        // In this process, and so at once.
        plugin.load { failure = $0 }
        if let failure {
            say("\(id): \(failure.message)\n")
            return 1
        }
        let types = plugin.types.joined(separator: ", ")
        say("\(id): \(plugin.name) \(plugin.version), ABI \(plugin.abi), offers \(types)\n")
        return 0
    }

    private static func say(_ text: String) { _ = text.withCString { write(STDOUT_FILENO, $0, strlen($0)) } }
}
