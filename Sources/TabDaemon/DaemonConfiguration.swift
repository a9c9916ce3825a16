import Foundation
import TOMLKit

/// What `$XDG_CONFIG_HOME/tabd/tabd.toml` says.
struct DaemonConfiguration {
    var logLevel = "info"
    var pluginPath: [String] = []

    private static let keys = ["log_level", "plugin_path"]

    /// Reads the file; what is wrong in it is told and left out.
    static func read(environment: [String: String]) -> (DaemonConfiguration, warnings: [String]) {
        var configuration = DaemonConfiguration()
        let home = environment["XDG_CONFIG_HOME"] ?? (environment["HOME"] ?? "") + "/.config"
        let path = home + "/tabd/tabd.toml"
        guard FileManager.default.fileExists(atPath: path) else { return (configuration, []) }
        var warnings: [String] = []
        do {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let table = try TOMLTable(string: text)
            for key in table.keys where !keys.contains(key) {
                warnings.append(
                    "\(path):\(line(of: key, in: text)): unknown key '\(key)'; "
                        + "known are \(keys.joined(separator: ", "))")
            }
            if let level = table["log_level"]?.string { configuration.logLevel = level }
            if let folders = table["plugin_path"]?.array {
                configuration.pluginPath = folders.compactMap { $0.string }
            }
        } catch {
            warnings.append("\(path) is not used: \(error)")
        }
        return (configuration, warnings)
    }

    private static func line(of key: String, in text: String) -> Int {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let index = lines.firstIndex { $0.drop(while: \.isWhitespace).hasPrefix(key) } ?? 0
        return index + 1
    }
}
