import DBusConnection
import DBusInterface
import TabModel
import TabStore

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

    /// What a row brings back; nil for one that is damaged.
    init?(_ row: StoredController) {
        guard let arguments = MarshalledValues.values(in: row.arguments),
            let values = MarshalledValues.values(in: row.properties),
            var archive = ControllerArchive(ViewControllerID(row.number), values)
        else { return nil }
        archive.restorationIdentifier = row.restorationIdentifier
        archive.viewControllers = row.viewControllers.map { ViewControllerID($0) }
        archive.tabs?.selected = row.selectedViewController == 0 ? nil : ViewControllerID(row.selectedViewController)
        self.init(archive: archive, type: row.type, arguments: arguments)
        isListed = values["Listed"]?.get() ?? true
        preferredFocusedView = values["PreferredFocusedView"]?.get() ?? 0
        remoteBusName = values["BusName"]?.get()
        remotePath = values["ObjectPath"]?.get() ?? .none
        isAlwaysVisible = values["AlwaysVisible"]?.get() ?? false
        destroyed = row.destroyed
        if let place: [String: Variant] = values["Place"]?.get(), let container: UInt64 = place["Container"]?.get(),
            let index: Int64 = place["Index"]?.get()
        {
            self.place = Hierarchy.Remains.Place(
                container: ViewControllerID(container), index: Int(clamping: max(0, index)))
        }
    }
}
