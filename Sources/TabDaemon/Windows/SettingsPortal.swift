import DBusConnection
import DBusInterface
import EventLoop
import Logging
import TabModel

/// The preferences of the desktop, as `org.freedesktop.portal.Settings` gives them (`S-206`, `S-207`).
///
/// The portal is never started: the calls go to the unique name of a portal that runs, and the bus tells when one
/// appears. The daemon does not wait for it.
@EventLoop
final class SettingsPortal {
    /// The bus name of the portal.
    static let name = "org.freedesktop.portal.Desktop"
    private static let path: ObjectPath = "/org/freedesktop/portal/desktop"
    /// The time for its reply, in milliseconds.
    private static let timeout: Int32 = 5000

    /// A setting that counts.
    private struct Setting: Hashable {
        let namespace: String
        let key: String

        static let colorScheme = Setting(namespace: "org.freedesktop.appearance", key: "color-scheme")
        static let contrast = Setting(namespace: "org.freedesktop.appearance", key: "contrast")
        /// Of portals that do not have `contrast`.
        static let highContrast = Setting(namespace: "org.gnome.desktop.a11y.interface", key: "high-contrast")
        static let all = [colorScheme, contrast, highContrast]
        static let namespaces = Set(all.map(\.namespace)).sorted()
    }

    /// Called when the preferences have changed.
    private let onChange: @EventLoop (DesktopPreferences) -> Void
    private var preferences = DesktopPreferences()
    private var values: [Setting: Variant] = [:]
    private weak var connection: Connection?
    /// The unique name of the portal; empty while none runs.
    private var owner = ""

    init(onChange: @escaping @EventLoop (DesktopPreferences) -> Void) { self.onChange = onChange }

    /// Reads the preferences if a portal is on the bus, and follows it from now on.
    func follow(on connection: Connection) {
        self.connection = connection
        owner = ""
        connection.addMatch(
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.name)'")
        for namespace in Setting.namespaces {
            connection.addMatch(
                "type='signal',sender='\(Self.name)',path='\(Self.path)',interface='\(SettingsInterface.name)',"
                    + "member='SettingChanged',arg0='\(namespace)'")
        }
        connection.owner(of: Self.name) { [weak self] result in
            if case .success(let owner?) = result { self?.ownerChanged(to: owner) }
        }
    }

    /// Asks a portal that has appeared. The values of one that has left stay until the next one replies.
    func ownerChanged(to owner: String) {
        guard owner != self.owner else { return }
        self.owner = owner
        guard !owner.isEmpty, let connection else { return }
        connection.call(
            SettingsInterface.readAll, at: Self.path, on: owner, Setting.namespaces, timeout: Self.timeout
        ) { [weak self] result in
            guard let self, owner == self.owner else { return }
            switch result {
            case .success(let all):
                values = [:]
                for setting in Setting.all { values[setting] = all[setting.namespace]?[setting.key] }
                update()
            case .failure(let error): log.notice("the settings portal gave no settings: \(error.message)")
            }
        }
    }

    /// Applies a changed setting. Signals of others than the portal are ignored.
    func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        guard !owner.isEmpty, signal.sender == owner, signal.path == Self.path.text, signal.signature == "ssv",
            signal.interface == SettingsInterface.name, signal.member == SettingsInterface.settingChanged.name,
            let namespace = try? reader.readString(), let key = try? reader.readString(),
            let setting = Setting.all.first(where: { $0 == Setting(namespace: namespace, key: key) }),
            let value = try? Variant.read(from: reader)
        else { return }
        values[setting] = value
        update()
    }

    /// The preferences in the values. A value of another type is none.
    private func update() {
        var new = DesktopPreferences()
        switch values[.colorScheme]?.get(as: UInt32.self) {
        case 1: new.colorScheme = .dark
        case 2: new.colorScheme = .light
        default: break
        }
        if let contrast = values[.contrast]?.get(as: UInt32.self) {
            new.contrast = contrast == 1 ? .high : .normal
        } else if let isHigh = values[.highContrast]?.get(as: Bool.self) {
            new.contrast = isHigh ? .high : .normal
        }
        guard new != preferences else { return }
        preferences = new
        onChange(new)
    }
}

/// The interface of the settings portal, as far as the daemon uses it.
private enum SettingsInterface: ContractInterface {
    static let name = "org.freedesktop.portal.Settings"
    static let summary = "The settings of the desktop."

    static let readAll: Method<([String]) -> [String: [String: Variant]]> = method(
        "ReadAll", "namespaces", returns: "value", summary: "Returns all settings of these namespaces.")
    static let settingChanged: Signal<String, String, Variant> = signal(
        "SettingChanged", "namespace", "key", "value", summary: "A setting has another value.")
}
