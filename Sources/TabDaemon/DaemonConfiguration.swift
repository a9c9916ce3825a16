import DBusInterface
import Foundation
import Logging
import PluginHosting
import TOMLKit
import TabStore

/// What `$XDG_CONFIG_HOME/tabd/tabd.toml` says. What is wrong in it is told and left out.
struct DaemonConfiguration {
    private(set) var logLevel = Logger.Level.info
    /// Folders with plugins, absolute.
    private(set) var pluginPath: [String] = []
    private(set) var limits = ViewLimits()
    private(set) var clientLimits = ClientLimits()
    /// The largest restorable state of one controller, in bytes.
    private(set) var maximumState = 4 << 20
    private(set) var deadlines = Deadlines()
    private var numbersOfHosts = HostingConfiguration()
    /// What a change survives that a reply has told.
    private(set) var durability = StoreDurability.process
    /// What plugins may read, by plugin and key.
    private(set) var pluginSettings: [String: [String: Variant]] = [:]
    /// What is wrong, each with file and line.
    private(set) var warnings: [String] = []

    private static let keys = [
        "deadlines", "hosts", "isolation", "limits", "log_level", "plugin_path", "plugins", "store",
    ]

    /// A key of a section of numbers.
    private typealias NumberKey = (
        key: String, path: WritableKeyPath<DaemonConfiguration, Int>, range: ClosedRange<Int>
    )

    private static var numberKeys: [(section: String, keys: [NumberKey])] {
        [
            (
                "deadlines",
                [
                    ("delegate", \.deadlines.delegate, 1...10_000), ("action", \.deadlines.action, 100...60_000),
                    ("update_content", \.deadlines.updateContent, 1...5000),
                    ("interactive_transition", \.deadlines.interactiveTransition, 100...600_000),
                    ("focus", \.deadlines.focus, 1...60_000), ("anchor", \.deadlines.anchor, 1...60_000),
                    ("start", \.numbersOfHosts.startDeadline, 100...60_000),
                    ("heartbeat", \.numbersOfHosts.heartbeat, 100...60_000),
                ]
            ),
            (
                "hosts",
                [
                    ("idle", \.numbersOfHosts.idle, 0...86_400),
                    ("restart_delay", \.numbersOfHosts.restartDelay, 0...60_000),
                    ("failures", \.numbersOfHosts.failures, 1...1_000_000),
                    ("failure_window", \.numbersOfHosts.failureWindow, 1...86_400),
                    ("memory", \.numbersOfHosts.memory, 16...1_048_576),
                    ("messages", \.numbersOfHosts.messages, 10...1_000_000),
                ]
            ),
            (
                "limits",
                [
                    ("views", \.limits.views, 1...100_000), ("view_depth", \.limits.depth, 1...128),
                    ("view_text", \.limits.text, 1...(16 << 20)), ("view_pixels", \.limits.pixels, 0...(32 << 20)),
                    ("view_content", \.limits.content, 1024...(64 << 20)),
                    ("restorable_state", \.maximumState, 1024...(32 << 20)),
                    ("view_controllers", \.clientLimits.viewControllers.total, 1...1_000_000),
                    ("view_controllers_per_client", \.clientLimits.viewControllers.each, 1...1_000_000),
                    ("attachments", \.clientLimits.attachments.total, 1...1_000_000),
                    ("attachments_per_client", \.clientLimits.attachments.each, 1...1_000_000),
                    ("delegates", \.clientLimits.delegates.total, 1...1_000_000),
                    ("delegates_per_client", \.clientLimits.delegates.each, 1...1_000_000),
                    ("subscriptions", \.clientLimits.subscriptions.total, 1...1_000_000),
                    ("calls", \.clientLimits.calls.total, 16...1_000_000),
                    ("calls_per_client", \.clientLimits.calls.each, 1...1_000_000),
                    ("content", \.clientLimits.content.total, (1 << 20)...(16 << 30)),
                    ("content_per_client", \.clientLimits.content.each, 1024...(16 << 30)),
                    ("changes", \.clientLimits.changes, 1...10_000_000),
                    ("message", \.clientLimits.message, 4096...(64 << 20)),
                ]
            ),
        ]
    }

    /// Where plugins run, and what their hosts may use.
    var hosting: HostingConfiguration {
        var configuration = numbersOfHosts
        configuration.actionDeadline = deadlines.action
        return configuration
    }

    /// Where the user's files are: `XDG_CONFIG_HOME` (when it is absolute, as the specification demands) and `HOME` count.
    static func folder(in environment: [String: String]) -> String {
        let given = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (given ?? (environment["HOME"] ?? "") + "/.config") + "/tabd"
    }

    init() {}

    init(environment: [String: String]) {
        let path = Self.folder(in: environment) + "/tabd.toml"
        do throws(DBusError) {
            if let text = try SettingsFile.text(at: path) { read(text, from: path) }
        } catch {
            warnings.append("\(path) is not used: \(error.message)")
        }
    }

    /// - Parameter path: The name for the warnings.
    mutating func read(_ text: String, from path: String) {
        do throws(LayoutProblem) {
            var configuration = self
            self = try TOMLDocument.read(text) { table in
                configuration.read(table, TOMLPlaces(of: text), path)
                return configuration
            }
        } catch {
            warnings.append("\(path):\(error.line): \(error.message); the file is not used")
        }
    }

    private mutating func read(_ table: TOMLTable, _ places: TOMLPlaces, _ path: String) {
        func place(_ key: [String]) -> String { "\(path):\(places.line(of: key.map { .key($0) }))" }
        for key in table.keys where !Self.keys.contains(key) {
            warnings.append("\(place([key])): unknown key '\(key)'; known are \(Self.keys.joined(separator: ", "))")
        }
        if let value = table["log_level"] {
            if let level = value.string.flatMap(Logger.Level.init(rawValue:)) {
                logLevel = level
            } else {
                let allowed = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
                warnings.append("\(place(["log_level"])): log_level is one of \(allowed)")
            }
        }
        if let value = table["plugin_path"] {
            let folders = value.array.map { array in array.map { $0.string ?? "" } }
            if let folders, folders.allSatisfy({ $0.hasPrefix("/") }) {
                pluginPath = folders
            } else {
                warnings.append("\(place(["plugin_path"])): plugin_path is a list of absolute paths")
            }
        }
        for (section, keys) in Self.numberKeys {
            if let value = table[section] { readNumbers(value, of: section, keys, place) }
        }
        if let value = table["store"] { readStore(value, place) }
        if let value = table["isolation"] { readIsolation(value, place) }
        if let value = table["plugins"] { readPluginSettings(value, place) }
    }

    private mutating func readNumbers(
        _ value: any TOMLValueConvertible, of section: String, _ keys: [NumberKey], _ place: ([String]) -> String
    ) {
        guard let table = value.table else {
            return warnings.append("\(place([section])): \(section) is a section, [\(section)]")
        }
        for key in table.keys {
            guard let known = keys.first(where: { $0.key == key }) else {
                let names = keys.map(\.key).joined(separator: ", ")
                warnings.append("\(place([section, key])): unknown key '\(key)' in [\(section)]; known are \(names)")
                continue
            }
            guard let number = table[key]?.int, known.range.contains(number) else {
                let (low, high) = (known.range.lowerBound, known.range.upperBound)
                warnings.append("\(place([section, key])): \(key) is a whole number, \(low) to \(high)")
                continue
            }
            self[keyPath: known.path] = number
        }
    }

    private mutating func readStore(_ value: any TOMLValueConvertible, _ place: ([String]) -> String) {
        guard let table = value.table else {
            return warnings.append("\(place(["store"])): store is a section, [store]")
        }
        for key in table.keys where key != "durability" {
            warnings.append("\(place(["store", key])): unknown key '\(key)' in [store]; known are durability")
        }
        guard let value = table["durability"] else { return }
        guard let given = value.string.flatMap(StoreDurability.init(rawValue:)) else {
            warnings.append("\(place(["store", "durability"])): durability is \"process\" or \"power\"")
            return
        }
        durability = given
    }

    private mutating func readIsolation(_ value: any TOMLValueConvertible, _ place: ([String]) -> String) {
        guard let table = value.table else {
            return warnings.append("\(place(["isolation"])): isolation is a section, [isolation]")
        }
        for plugin in table.keys {
            guard let isolation = table[plugin]?.string.flatMap(Manifest.Isolation.init(rawValue:)) else {
                warnings.append(
                    "\(place(["isolation", plugin])): the isolation of '\(plugin)' is \"process\" or \"in-process\"")
                continue
            }
            if plugin == "*" {
                numbersOfHosts.isolationOfAll = isolation
            } else {
                numbersOfHosts.isolation[plugin] = isolation
            }
        }
    }

    private mutating func readPluginSettings(_ value: any TOMLValueConvertible, _ place: ([String]) -> String) {
        guard let table = value.table else {
            return warnings.append("\(place(["plugins"])): plugins are sections, such as [plugins.clock]")
        }
        for plugin in table.keys {
            guard let settings = table[plugin]?.table else {
                warnings.append("\(place(["plugins", plugin])): plugins are sections, such as [plugins.\(plugin)]")
                continue
            }
            var values: [String: Variant] = [:]
            for key in settings.keys {
                values[key] = settings[key].flatMap { Variant(toml: $0) }
                if values[key] == nil {
                    warnings.append(
                        "\(place(["plugins", plugin, key])): \(key) of plugin '\(plugin)' is nothing that a plugin can read"
                    )
                }
            }
            pluginSettings[plugin] = values
        }
    }
}
