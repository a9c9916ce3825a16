import DBusInterface
import LayoutFile
import Logging
import PluginHosting
import TOML
import TabModel
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
    /// The file's name for the warnings.
    private var path = ""

    private static let keys = [
        "deadlines", "hosts", "isolation", "limits", "log_level", "plugin_path", "plugins", "store",
    ]

    /// A key of a section of numbers.
    private typealias NumberKey = (
        key: String, path: WritableKeyPath<DaemonConfiguration, Int>, range: ClosedRange<Int>
    )

    private static var numberKeys: KeyValuePairs<String, [NumberKey]> {
        [
            "deadlines": [
                ("delegate", \.deadlines.delegate, 1...10_000), ("action", \.deadlines.action, 100...60_000),
                ("update_content", \.deadlines.updateContent, 1...5000),
                ("interactive_transition", \.deadlines.interactiveTransition, 100...600_000),
                ("focus", \.deadlines.focus, 1...60_000), ("anchor", \.deadlines.anchor, 1...60_000),
                ("start", \.numbersOfHosts.startDeadline, 100...60_000),
                ("heartbeat", \.numbersOfHosts.heartbeat, 100...60_000),
            ],
            "hosts": [
                ("idle", \.numbersOfHosts.idle, 0...86_400),
                ("restart_delay", \.numbersOfHosts.restartDelay, 0...60_000),
                ("failures", \.numbersOfHosts.failures, 1...1_000_000),
                ("failure_window", \.numbersOfHosts.failureWindow, 1...86_400),
                ("memory", \.numbersOfHosts.memory, 16...1_048_576),
                ("messages", \.numbersOfHosts.messages, 10...1_000_000),
            ],
            "limits": [
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
            ],
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
        self.path = path
        do throws(TOMLError) {
            read(try TOMLReader.read(text))
        } catch {
            let column = error.position.column
            warnings.append("\(path):\(error.position.line):\(column): \(error.message); the file is not used")
        }
    }

    private mutating func warn(_ position: TOMLPosition, _ message: String) {
        warnings.append("\(path):\(position.line): \(message)")
    }

    private mutating func read(_ table: TOMLTable) {
        for key in table.keys where !Self.keys.contains(key.name) {
            warn(key.position, "unknown key '\(key.name)'; known are \(Self.keys.joined(separator: ", "))")
        }
        if let value = table["log_level"] {
            if let level = value.string.flatMap(Logger.Level.init(rawValue:)) {
                logLevel = level
            } else {
                let allowed = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
                warn(value.position, "log_level is one of \(allowed)")
            }
        }
        if let value = table["plugin_path"] {
            let folders = value.array.map { array in array.map { $0.string ?? "" } }
            if let folders, folders.allSatisfy({ $0.hasPrefix("/") }) {
                pluginPath = folders
            } else {
                warn(value.position, "plugin_path is a list of absolute paths")
            }
        }
        for (name, keys) in Self.numberKeys { readNumbers(section(name, in: table), of: name, keys) }
        readStore(section("store", in: table))
        readIsolation(section("isolation", in: table))
        readPluginSettings(in: table)
    }

    private mutating func section(_ name: String, in table: TOMLTable) -> TOMLTable? {
        guard let value = table[name] else { return nil }
        if value.table == nil { warn(value.position, "\(name) is a section, [\(name)]") }
        return value.table
    }

    private mutating func readNumbers(_ table: TOMLTable?, of section: String, _ keys: [NumberKey]) {
        for (name, position) in table?.keys.map({ ($0.name, $0.position) }) ?? [] {
            guard let known = keys.first(where: { $0.key == name }) else {
                let names = keys.map(\.key).joined(separator: ", ")
                warn(position, "unknown key '\(name)' in [\(section)]; known are \(names)")
                continue
            }
            guard let number = table?[name]?.integer.map(Int.init), known.range.contains(number) else {
                warn(position, "\(name) is a whole number, \(known.range.lowerBound) to \(known.range.upperBound)")
                continue
            }
            self[keyPath: known.path] = number
        }
    }

    private mutating func readStore(_ table: TOMLTable?) {
        for key in table?.keys ?? [] where key.name != "durability" {
            warn(key.position, "unknown key '\(key.name)' in [store]; known are durability")
        }
        guard let value = table?["durability"] else { return }
        guard let given = value.string.flatMap(StoreDurability.init(rawValue:)) else {
            return warn(value.position, "durability is \"process\" or \"power\"")
        }
        durability = given
    }

    private mutating func readIsolation(_ table: TOMLTable?) {
        for plugin in table?.keys ?? [] {
            guard let isolation = table?[plugin.name]?.string.flatMap(Manifest.Isolation.init(rawValue:)) else {
                warn(plugin.position, "the isolation of '\(plugin.name)' is \"process\" or \"in-process\"")
                continue
            }
            if plugin.name == "*" {
                numbersOfHosts.isolationOfAll = isolation
            } else {
                numbersOfHosts.isolation[plugin.name] = isolation
            }
        }
    }

    private mutating func readPluginSettings(in table: TOMLTable) {
        guard let value = table["plugins"] else { return }
        guard let table = value.table else {
            return warn(value.position, "plugins are sections, such as [plugins.clock]")
        }
        for plugin in table.keys {
            guard let settings = table[plugin.name]?.table else {
                warn(plugin.position, "plugins are sections, such as [plugins.\(plugin.name)]")
                continue
            }
            var values: [String: Variant] = [:]
            for key in settings.keys {
                values[key.name] = settings[key.name].flatMap { Variant(toml: $0) }
                if values[key.name] == nil {
                    warn(key.position, "\(key.name) of plugin '\(plugin.name)' is nothing that a plugin can read")
                }
            }
            pluginSettings[plugin.name] = values
        }
    }
}

/// How long others are waited for, in milliseconds; the configuration's `[deadlines]` can say otherwise.
struct Deadlines: Hashable, Sendable {
    /// A delegate's answer, when SetDelegate says nothing else, and always a plugin's.
    var delegate = 500
    /// A remote view controller that handles an action.
    var action = 5000
    /// An owner that brings its view up to date for GetView.
    var updateContent = 100
    /// A delegate that drives an interactive transition: then it is finished.
    var interactiveTransition = 10_000
    /// The focus on an item of a bar in profile tv: then that is selected (`S-76`).
    var focus = 300
    /// A popover that was presented before it has an anchor.
    var anchor = Int(Hierarchy.anchorTimeout)
}
