import DBusConnection
import DBusInterface
import TabInterface
import TabModel
import TabStore

/// What brings one view controller back: in this life of the daemon by Reopen, or in the next one.
struct KeptController: Hashable {
    var archive: ControllerArchive
    /// As on the bus.
    let type: String
    let arguments: [String: Variant]
    /// Whether the manifest lists its class.
    var isListed = true
    var preferredFocusedView: UInt32 = 0
    /// Of a remote controller: who may register it again.
    var remoteBusName: String?
    var remotePath = ObjectPath.none
    var isAlwaysVisible = false
    /// Of one that was destroyed: where it was, and its place in the order of destruction, from 1.
    var place: Hierarchy.ReopenSnapshot.Place?
    var destroyed: UInt64 = 0

    /// Whether it can be made again: of a class that its manifest doesn't list, only when its plugin asks for it by its
    /// identifier. A navigation controller needs no plugin.
    var canComeBack: Bool {
        isListed || !archive.restorationIdentifier.isEmpty || archive.kind == .navigationController
    }

    /// Whether a client can become the owner of this remote controller, by bus name or by identifier.
    var canBeRegisteredAgain: Bool { remoteBusName != nil || !archive.restorationIdentifier.isEmpty }

    var remains: Hierarchy.ReopenSnapshot { Hierarchy.ReopenSnapshot(archive, place: place) }
}

extension Daemon {
    /// What a live controller is, as it is kept; nil for More and its list.
    func kept(_ id: ViewControllerID) -> KeptController? {
        guard var archive = hierarchy.archive(of: id), let record = records[id] else { return nil }
        if let attachments = attachments[id] {
            archive.window?.size = attachments.writtenSize
            archive.window?.colorScheme = attachments.writtenColorScheme
        }
        var kept = KeptController(archive: archive, type: record.type, arguments: record.arguments)
        kept.isListed = record.isListed
        kept.preferredFocusedView = record.preferredFocusedView
        kept.remoteBusName = record.remoteBusName
        kept.remotePath = record.remotePath
        kept.isAlwaysVisible = attachments[id]?.isAlwaysVisible ?? false
        return kept
    }
}

/// As rows of the store.
extension KeptController {
    /// - Throws: what D-Bus can't carry.
    var stored: StoredController {
        get throws(DBusError) {
            StoredController(
                number: archive.id.rawValue, type: type, restorationIdentifier: archive.restorationIdentifier,
                viewControllers: archive.viewControllers.map(\.rawValue),
                selectedViewController: archive.tabs?.selected?.rawValue ?? 0,
                arguments: try MarshalledValues.bytes(of: arguments),
                properties: try MarshalledValues.bytes(of: properties), destroyed: destroyed)
        }
    }

    private var properties: [String: Variant] {
        var values = archive.properties
        if !isListed { values["Listed"] = .bool(false) }
        if preferredFocusedView != 0 { values["PreferredFocusedView"] = .uint32(preferredFocusedView) }
        if let remoteBusName { values["BusName"] = .string(remoteBusName) }
        if !remotePath.isNone { values["ObjectPath"] = .objectPath(remotePath) }
        if isAlwaysVisible { values["AlwaysVisible"] = .bool(true) }
        if let place {
            let entries: [String: Variant] = [
                "Container": .uint64(place.container.rawValue), "Index": .int64(Int64(place.index)),
            ]
            values["Place"] = entries.variant
        }
        return values
    }

    /// What a row brings back. A damaged column costs only what is in it.
    ///
    /// - Parameter faults: Takes what is damaged, as sentences.
    init(_ row: StoredController, faults: inout [String]) {
        let id = ViewControllerID(row.number)
        func read(_ bytes: [UInt8], _ name: String) -> [String: Variant]? {
            let values = MarshalledValues.values(in: bytes)
            if values == nil { faults.append("the \(name) of \(id.path) can't be read, and are left out") }
            return values
        }
        let values = read(row.properties, "properties") ?? [:]
        let named = values.text("Kind").flatMap(Kind.init(rawValue:))
        let kind = named.flatMap { $0.isPartOfTabBarController ? nil : $0 } ?? Self.kind(of: row)
        if kind != named, MarshalledValues.values(in: row.properties) != nil {
            faults.append("the properties of \(id.path) don't say its kind: it is taken for a \(kind.rawValue)")
        }
        var archive = ControllerArchive(id, kind, values)
        archive.restorationIdentifier = row.restorationIdentifier
        archive.viewControllers = row.viewControllers.map { ViewControllerID($0) }
        archive.tabs?.selected = row.selectedViewController == 0 ? nil : ViewControllerID(row.selectedViewController)
        self.init(
            archive: archive, type: Self.type(of: row, kind),
            arguments: read(row.arguments, "arguments") ?? [:])
        isListed = values["Listed"]?.get() ?? true
        preferredFocusedView = values["PreferredFocusedView"]?.get() ?? 0
        remoteBusName = values["BusName"]?.get()
        remotePath = values["ObjectPath"]?.get() ?? .none
        isAlwaysVisible = values["AlwaysVisible"]?.get() ?? false
        destroyed = row.destroyed
        if let place: [String: Variant] = values["Place"]?.get(), let container: UInt64 = place["Container"]?.get(),
            let index: Int64 = place["Index"]?.get()
        {
            self.place = Hierarchy.ReopenSnapshot.Place(
                container: ViewControllerID(container), index: Int(clamping: max(0, index)))
        }
    }

    /// What a controller can only be whose properties don't say it.
    private static func kind(of row: StoredController) -> Kind {
        switch row.type {
        case "TabBarController": .tabBarController
        case "NavigationController": .navigationController
        default:
            // Only these have anything in them; only the first has one of it selected.
            row.selectedViewController != 0
                ? .tabBarController : row.viewControllers.isEmpty ? .plain : .navigationController
        }
    }

    /// A class of a plugin is known by its dot; of the others each kind has one.
    private static func type(of row: StoredController, _ kind: Kind) -> String {
        guard !row.type.contains(".") else { return row.type }
        return switch kind {
        case .tabBarController: "TabBarController"
        case .navigationController: "NavigationController"
        case .plain, .moreNavigationController, .moreList: "remote"
        }
    }
}
