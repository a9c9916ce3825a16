import DBusInterface
import LayoutFile
import Logging
import PluginHosting
import TOML
import TabInterface
import TabModel
import TabStore

/// The configuration in `$XDG_CONFIG_HOME/tabd/tabd.toml`. Invalid entries are reported and ignored.
struct DaemonConfiguration {
    private(set) var logLevel = Logger.Level.info
    /// Folders with plugins, as absolute paths.
    private(set) var pluginPath: [String] = []
    private(set) var limits = ViewLimits()
    private(set) var clientLimits = ClientLimits()
    /// The largest restorable state of one controller, in bytes.
    private(set) var maximumState = 4 << 20
    private(set) var deadlines = Deadlines()
    private var hostingSettings = HostingConfiguration()
    /// The failures that a confirmed change survives.
    private(set) var durability = StoreDurability.process
    /// The settings for plugins, by plugin and key.
    private(set) var pluginSettings: [String: [String: Variant]] = [:]
    /// The invalid entries, each with file and line.
    private(set) var warnings: [String] = []
    /// The path of the file.
    private(set) var path = ""
    /// Whether the file exists.
    private(set) var isFound = false

    private static let keys = [
        "deadlines", "disabled", "hosts", "isolation", "limits", "log_level", "plugin_path", "plugins", "store",
    ]

    /// A numeric setting.
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
                ("start", \.hostingSettings.startDeadline, 100...60_000),
                ("heartbeat", \.hostingSettings.heartbeat, 100...60_000),
            ],
            "hosts": [
                ("idle", \.hostingSettings.idle, 0...86_400),
                ("restart_delay", \.hostingSettings.restartDelay, 0...60_000),
                ("failures", \.hostingSettings.failures, 1...1_000_000),
                ("failure_window", \.hostingSettings.failureWindow, 1...86_400),
                ("memory", \.hostingSettings.memory, 16...1_048_576),
                ("messages", \.hostingSettings.messages, 10...1_000_000),
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
                ("classes", \.clientLimits.classes.total, 0...1_000_000),
                ("classes_per_client", \.clientLimits.classes.each, 0...1_000_000),
                ("connections", \.clientLimits.connections.total, 0...1_000_000),
                ("connections_per_client", \.clientLimits.connections.each, 0...1_000_000),
                ("calls", \.clientLimits.calls.total, 16...1_000_000),
                ("calls_per_client", \.clientLimits.calls.each, 1...1_000_000),
                ("content", \.clientLimits.content.total, (1 << 20)...(16 << 30)),
                ("content_per_client", \.clientLimits.content.each, 1024...(16 << 30)),
                ("images", \.clientLimits.images.total, 0...1_000_000),
                ("images_per_client", \.clientLimits.images.each, 0...1_000_000),
                ("image_content", \.clientLimits.imageContent.total, 0...(16 << 30)),
                ("image_content_per_client", \.clientLimits.imageContent.each, 0...(16 << 30)),
                ("image", \.clientLimits.image, 1024...(32 << 20)),
                ("changes", \.clientLimits.changes, 1...10_000_000),
                ("message", \.clientLimits.message, 4096...(64 << 20)),
            ],
        ]
    }

    /// The isolation of plugins, and the limits of plugin processes.
    var hosting: HostingConfiguration {
        var configuration = hostingSettings
        configuration.actionDeadline = deadlines.action
        return configuration
    }

    /// Returns the folder of the configuration files, from `XDG_CONFIG_HOME` (if absolute, as specified) or `HOME`.
    static func folder(in environment: [String: String]) -> String {
        let given = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (given ?? (environment["HOME"] ?? "") + "/.config") + "/tabd"
    }

    init() {}

    init(environment: [String: String]) {
        path = Self.folder(in: environment) + "/tabd.toml"
        do throws(DBusError) {
            guard let text = try SettingsFile.text(at: path) else { return }
            isFound = true
            read(text, from: path)
        } catch {
            isFound = true
            warnings.append("ignoring \(path): \(error.message)")
        }
    }

    /// Reads the text of a configuration file.
    ///
    /// - Parameter path: The path for the warnings.
    mutating func read(_ text: String, from path: String) {
        self.path = path
        do throws(TOMLError) {
            read(try TOMLReader.read(text))
        } catch {
            let column = error.position.column
            warnings.append("\(path):\(error.position.line):\(column): \(error.message); ignoring the file")
        }
    }

    private mutating func warn(_ position: TOMLPosition, _ message: String) {
        warnings.append("\(path):\(position.line): \(message)")
    }

    private mutating func read(_ table: TOMLTable) {
        for key in table.keys where !Self.keys.contains(key.name) {
            warn(key.position, "unknown key '\(key.name)'; expected one of \(Self.keys.joined(separator: ", "))")
        }
        if let value = table["log_level"] {
            if let level = value.string.flatMap(Logger.Level.init(rawValue:)) {
                logLevel = level
            } else {
                let allowed = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
                warn(value.position, "invalid log_level; expected one of \(allowed)")
            }
        }
        if let value = table["plugin_path"] {
            let folders = value.array.map { array in array.map { $0.string ?? "" } }
            if let folders, folders.allSatisfy({ $0.hasPrefix("/") }) {
                pluginPath = folders
            } else {
                warn(value.position, "invalid plugin_path; expected a list of absolute paths")
            }
        }
        readDisabledPlugins(table["disabled"])
        for (name, keys) in Self.numberKeys { readNumbers(section(name, in: table), of: name, keys) }
        readStore(section("store", in: table))
        readIsolation(section("isolation", in: table))
        readPluginSettings(in: table)
    }

    private mutating func readDisabledPlugins(_ value: TOMLNode?) {
        guard let value else { return }
        let plugins = value.array.map { array in array.map { $0.string ?? "" } }
        if let plugins, plugins.allSatisfy(TextRules.isPluginIdentifier) {
            hostingSettings.disabled = Set(plugins)
        } else {
            warn(value.position, "invalid disabled; expected a list of the ids of plugins, such as [\"clock\"]")
        }
    }

    private mutating func section(_ name: String, in table: TOMLTable) -> TOMLTable? {
        guard let value = table[name] else { return nil }
        if value.table == nil { warn(value.position, "invalid \(name); expected a section [\(name)]") }
        return value.table
    }

    private mutating func readNumbers(_ table: TOMLTable?, of section: String, _ keys: [NumberKey]) {
        for (name, position) in table?.keys.map({ ($0.name, $0.position) }) ?? [] {
            guard let known = keys.first(where: { $0.key == name }) else {
                let names = keys.map(\.key).joined(separator: ", ")
                warn(position, "unknown key '\(name)' in [\(section)]; expected one of \(names)")
                continue
            }
            guard let number = table?[name]?.integer.map(Int.init), known.range.contains(number) else {
                warn(
                    position,
                    "invalid \(name); expected a whole number from \(known.range.lowerBound) to \(known.range.upperBound)"
                )
                continue
            }
            self[keyPath: known.path] = number
        }
    }

    private mutating func readStore(_ table: TOMLTable?) {
        for key in table?.keys ?? [] where key.name != "durability" {
            warn(key.position, "unknown key '\(key.name)' in [store]; expected durability")
        }
        guard let value = table?["durability"] else { return }
        guard let given = value.string.flatMap(StoreDurability.init(rawValue:)) else {
            return warn(value.position, "invalid durability; expected \"process\" or \"power\"")
        }
        durability = given
    }

    private mutating func readIsolation(_ table: TOMLTable?) {
        for plugin in table?.keys ?? [] {
            guard let isolation = table?[plugin.name]?.string.flatMap(Manifest.Isolation.init(rawValue:)) else {
                warn(plugin.position, "invalid isolation of '\(plugin.name)'; expected \"process\" or \"in-process\"")
                continue
            }
            if plugin.name == "*" {
                hostingSettings.isolationOfAll = isolation
            } else {
                hostingSettings.isolation[plugin.name] = isolation
            }
        }
    }

    private mutating func readPluginSettings(in table: TOMLTable) {
        guard let value = table["plugins"] else { return }
        guard let table = value.table else {
            return warn(value.position, "invalid plugins; expected sections such as [plugins.clock]")
        }
        for plugin in table.keys {
            guard let settings = table[plugin.name]?.table else {
                warn(plugin.position, "invalid plugins.\(plugin.name); expected a section [plugins.\(plugin.name)]")
                continue
            }
            var values: [String: Variant] = [:]
            for key in settings.keys {
                values[key.name] = settings[key.name].flatMap { Variant(toml: $0) }
                if values[key.name] == nil {
                    warn(key.position, "\(key.name) of plugin '\(plugin.name)' cannot be represented as a D-Bus value")
                }
            }
            pluginSettings[plugin.name] = values
        }
    }
}

/// Timeouts in milliseconds. `[deadlines]` in the configuration overrides them.
struct Deadlines: Hashable, Sendable {
    /// The answer of a delegate. The option Timeout of SetDelegate overrides it for clients.
    var delegate = 500
    /// The handling of an action by a remote view controller.
    var action = 5000
    /// The update of a view by its owner for GetView.
    var updateContent = 100
    /// The time between updates of an interactive transition; it is finished then.
    var interactiveTransition = 10_000
    /// The delay before the focused item of a bar is selected, in profile tv (`S-76`).
    var focus = 300
    /// The time to set the anchor of a presented popover.
    var anchor = Int(Hierarchy.anchorTimeout)
}
