import Foundation
import Logging
import TOMLKit

/// What `$XDG_CONFIG_HOME/tabd/tabd.toml` says. What is wrong in it is told and left out.
struct DaemonConfiguration {
    private(set) var logLevel = Logger.Level.info
    /// Folders with plugins, absolute.
    private(set) var pluginPath: [String] = []
    /// What is wrong, each with file and line.
    private(set) var warnings: [String] = []

    private static let keys = ["log_level", "plugin_path"]

    /// - Parameter environment: `XDG_CONFIG_HOME` (when it is absolute, as the specification demands) and `HOME` count.
    init(environment: [String: String]) {
        let given = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let path = (given ?? (environment["HOME"] ?? "") + "/.config") + "/tabd/tabd.toml"
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            read(try TOMLTable(string: text), in: text, path)
        } catch {
            warnings.append("\(path) is not used: \(error)")
        }
    }

    private mutating func read(_ table: TOMLTable, in text: String, _ path: String) {
        func place(_ key: String) -> String { "\(path):\(Self.line(of: key, in: text))" }
        for key in table.keys where !Self.keys.contains(key) {
            warnings.append("\(place(key)): unknown key '\(key)'; known are \(Self.keys.joined(separator: ", "))")
        }
        if let value = table["log_level"] {
            if let level = value.string.flatMap(Logger.Level.init(rawValue:)) {
                logLevel = level
            } else {
                let allowed = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
                warnings.append("\(place("log_level")): log_level is one of \(allowed)")
            }
        }
        if let value = table["plugin_path"] {
            let folders = value.array.map { array in array.map { $0.string ?? "" } }
            if let folders, folders.allSatisfy({ $0.hasPrefix("/") }) {
                pluginPath = folders
            } else {
                warnings.append("\(place("plugin_path")): plugin_path is a list of absolute paths")
            }
        }
    }

    private static func line(of key: String, in text: String) -> Int {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let index = lines.firstIndex { $0.drop(while: \.isWhitespace).hasPrefix(key) } ?? 0
        return index + 1
    }
}
