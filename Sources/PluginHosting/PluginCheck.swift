import DBusConnection
import DBusInterface
import Glibc
import TabInterface

/// `tabd-plugin-host --check FOLDER`: opens a plugin in a process of its own, so that its author sees what is wrong with
/// it before a daemon does.
package enum PluginCheck {
    /// - Parameter arguments: of the process, its name first.
    /// - Returns: 0 when the plugin can be used, 1 when it can't, 64 (EX_USAGE) for other arguments.
    package static func run(_ arguments: [String]) -> Int32 {
        guard arguments.count == 3, arguments[1] == "--check" else {
            say("usage: tabd-plugin-host --check FOLDER\nFOLDER holds manifest.json and the library of one plugin.\n")
            return 64
        }
        let parts = arguments[2].split(separator: "/", omittingEmptySubsequences: true)
        guard let id = parts.last.map(String.init) else {
            say("'\(arguments[2])' is no plugin's folder\n")
            return 64
        }
        let parent = (arguments[2].hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
        let folder = parent.isEmpty ? "." : parent
        return EventLoop.run { EventLoop.exit(check(id, in: folder)) }
    }

    @EventLoop
    private static func check(_ id: String, in folder: String) -> Int32 {
        let registry = PluginRegistry(searchPath: [folder], environment: [:], dataDirectory: nil, host: nil)
        guard let plugin = registry.plugin(id) else {
            say("there is no plugin '\(id)' in \(folder)\n")
            return 1
        }
        do throws(DBusError) {
            try plugin.load()
        } catch {
            say("\(id): \(error.message)\n")
            return 1
        }
        let types = plugin.types.joined(separator: ", ")
        say("\(id): \(plugin.name) \(plugin.version), ABI \(plugin.abi), offers \(types)\n")
        return 0
    }

    private static func say(_ text: String) { _ = text.withCString { write(STDOUT_FILENO, $0, strlen($0)) } }
}
