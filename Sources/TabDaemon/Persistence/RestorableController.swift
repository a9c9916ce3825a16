import DBusConnection
import DBusInterface
import EventLoop
import TabInterface
import TabModel
import TabStore

/// Everything that is needed to restore one view controller, after a restart or by Reopen.
struct RestorableController: Hashable {
    var archive: ControllerArchive
    /// The value of `Type` on the bus.
    let type: String
    let arguments: [String: Variant]
    /// Whether the manifest lists its class.
    var isListed = true
    var preferredFocusedView: UInt32 = 0
    /// For a remote view controller: the registration that may claim it again.
    var remoteBusName: String?
    var remotePath = ObjectPath.none
    var isAlwaysVisible = false
    var sizePolicy = SizePolicy.smallest
    var isLazy = false
    /// Whether it is lazy and has had no instance yet, and what its creator then gave it.
    var isStillLazy = false
    var hasGivenTitle = false
    var hasGivenImage = false
    /// For a destroyed view controller: its former position, and the order of its destruction, counted from 1.
    var place: ReopenSnapshot.Place?
    var destroyed: UInt64 = 0
    /// The names of the texts that were too long in the store and were cut. They are part of the hash, so the row is
    /// written again with the texts as they are now.
    private(set) var cutTexts: [String] = []

    /// Whether it can be restored. An unlisted class needs an identifier, by which its plugin claims it. A navigation
    /// controller needs no plugin.
    var isRestorable: Bool {
        isListed || !archive.restorationIdentifier.isEmpty || archive.kind == .navigationController
    }

    /// Whether a client can become its owner again: by bus name, by identifier, or with its class.
    var canBeRegisteredAgain: Bool {
        remoteBusName != nil || !archive.restorationIdentifier.isEmpty || type.contains(".")
    }

    var reopenSnapshot: ReopenSnapshot { ReopenSnapshot(archive, place: place) }
}

extension Nodes {
    /// Whether the tree that contains a view controller is restored: its root must have an identifier (`I-1`, `R4`).
    /// Containers that are destroyed with their client don't count.
    @EventLoop
    func isRestored(_ id: ViewControllerID, in records: ControllerRecords) -> Bool {
        guard alert(id) == nil else { return false }
        var top = id
        while let owner = owner(of: top) {
            let isPart = kind(of: owner)?.isPartOfTabBarController == true
            guard let next = isPart ? tabBarController(of: owner) : owner, records[next]?.destroyedWithClient == nil
            else { break }
            top = next
        }
        return !restorationIdentifier(of: top).isEmpty
    }
}

/// Conversion to and from rows of the store.
extension RestorableController {
    /// The row in the store.
    ///
    /// - Throws: An error for values that D-Bus can't carry.
    var stored: StoredController {
        get throws(DBusError) {
            StoredController(
                number: archive.id.rawValue, type: type, restorationIdentifier: archive.restorationIdentifier,
                viewControllers: archive.viewControllers.map(\.rawValue),
                selectedViewController: (archive.tabs?.selected).number,
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
        if sizePolicy != .smallest { values["SizePolicy"] = .string(sizePolicy.rawValue) }
        if isLazy { values["Lazy"] = .bool(true) }
        if isStillLazy {
            let given: [String: Variant] = ["Title": .bool(hasGivenTitle), "Image": .bool(hasGivenImage)]
            values["Deferred"] = given.variant
        }
        if let place {
            let entries: [String: Variant] = [
                "Container": place.container.variant, "Index": .int64(Int64(place.index)),
            ]
            values["Place"] = entries.variant
        }
        return values
    }

    /// Reads a row. A damaged column loses only its own values.
    ///
    /// - Parameter errors: Receives a sentence for each damage.
    init(_ row: StoredController, errors: inout [String]) {
        let id = ViewControllerID(row.number)
        func read(_ bytes: [UInt8], _ name: String) -> [String: Variant]? {
            let values = MarshalledValues.values(in: bytes)
            if values == nil { errors.append("the \(name) of \(id.path) are damaged and were skipped") }
            return values
        }
        let values = read(row.properties, "properties") ?? [:]
        let named = values.text("Kind").flatMap(Kind.init(rawValue:))
        let kind = named.flatMap { $0.isPartOfTabBarController ? nil : $0 } ?? Self.kind(of: row)
        if kind != named, MarshalledValues.values(in: row.properties) != nil {
            errors.append("the properties of \(id.path) have no kind; it is restored as a \(kind.rawValue)")
        }
        var archive = ControllerArchive(id, kind, values)
        archive.restorationIdentifier = row.restorationIdentifier
        archive.viewControllers = row.viewControllers.map { ViewControllerID($0) }
        archive.tabs?.selected = ViewControllerID?(number: row.selectedViewController)
        let cutTexts = archive.cutTexts()
        self.init(
            archive: archive, type: Self.type(of: row, kind),
            arguments: read(row.arguments, "arguments") ?? [:])
        self.cutTexts = cutTexts
        isListed = values["Listed"]?.get() ?? true
        preferredFocusedView = values["PreferredFocusedView"]?.get() ?? 0
        remoteBusName = values["BusName"]?.get()
        remotePath = values["ObjectPath"]?.get() ?? .none
        isAlwaysVisible = values["AlwaysVisible"]?.get() ?? false
        sizePolicy = values.text("SizePolicy").flatMap(SizePolicy.init(rawValue:)) ?? .smallest
        isLazy = values["Lazy"]?.get() ?? false
        if isLazy, let given: [String: Variant] = values["Deferred"]?.get() {
            isStillLazy = true
            hasGivenTitle = given["Title"]?.get() ?? false
            hasGivenImage = given["Image"]?.get() ?? false
        }
        destroyed = row.destroyed
        if let place: [String: Variant] = values["Place"]?.get(),
            let container: ViewControllerID = place["Container"]?.get(),
            let index: Int64 = place["Index"]?.get()
        {
            self.place = ReopenSnapshot.Place(
                container: container, index: Int(clamping: max(0, index)))
        }
    }

    /// Derives the kind of a view controller from the other columns.
    private static func kind(of row: StoredController) -> Kind {
        switch row.type {
        case "TabBarController": .tabBarController
        case "NavigationController": .navigationController
        default:
            // Only containers have children, and only tab bar controllers have a selection.
            row.selectedViewController != 0
                ? .tabBarController : row.viewControllers.isEmpty ? .plain : .navigationController
        }
    }

    /// Returns the type. Classes of plugins contain a dot; every other kind has a fixed type.
    private static func type(of row: StoredController, _ kind: Kind) -> String {
        guard !row.type.contains(".") else { return row.type }
        return switch kind {
        case .tabBarController: "TabBarController"
        case .navigationController: "NavigationController"
        case .plain, .moreNavigationController, .moreList: "remote"
        }
    }
}
