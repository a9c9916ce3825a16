import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// Reads of many objects in pieces, and of one view controller in short.
extension ManagerFacade {
    /// The limits of one piece. It takes about as long as a slice of GetManagedObjects (5 ms), so that other callers wait
    /// no longer than for that.
    private static let maximumCount = 256
    private static let maximumSize = 256 << 10

    /// Replies with the objects that follow another one: plugins by path, then view controllers by number, each before its
    /// tab bar.
    func getObjects(
        after path: ObjectPath, _ count: UInt32,
        _ promise: Promise<([ObjectPath: [String: [String: Variant]]], ObjectPath)>
    ) throws(DBusError) {
        bus.tree.prepareRead()
        let maximum = count == 0 ? Self.maximumCount : min(Int(count), Self.maximumCount)
        // One more, which says whether this piece is the last one.
        let paths = try paths(after: path, atMost: maximum + 1)
        promise.pending.isImmediate = true
        promise.succeed(writing: { (writer) throws(DBusError) in
            try writer.open(.array(of: "{oa{sa{sv}}}"))
            let last = try bus.tree.writePiece(of: paths, count: maximum, size: Self.maximumSize, to: writer)
            try writer.close()
            try writer.write(last ?? .none)
        })
    }

    private func paths(after path: ObjectPath, atMost count: Int) throws(DBusError) -> [ObjectPath] {
        let tabs = TabNames.tabBarController(ofBar: path)
        let last = TabNames.viewController(of: path) ?? tabs
        guard path.isNone || last != nil || path.text.hasPrefix("\(TabNames.plugins)/") else {
            throw .invalidArgument(
                "'\(path.text.prefix(200))' is not an object of this interface; expected the last path of a piece, or '/'"
            )
        }
        var paths: [ObjectPath] = []
        if let last {
            if tabs == nil, delivery.hierarchy.nodes.kind(of: last) == .tabBarController { paths.append(last.barPath) }
        } else {
            paths = (plugins.registry?.plugins ?? []).map { TabNames.plugin($0.id) }.sorted()
            if !path.isNone { paths.removeAll { $0 <= path } }
        }
        for id in records.order.ids(after: last) {
            guard paths.count < count else { break }
            paths.append(id.path)
            if delivery.hierarchy.nodes.kind(of: id) == .tabBarController { paths.append(id.barPath) }
        }
        return paths
    }

    // MARK: Summary

    /// Returns what a list shows of one view controller, with its tabs from a position on.
    func summary(of path: ObjectPath, from first: UInt32) throws(DBusError) -> [String: Variant] {
        let id = try references.controller(at: path)
        bus.tree.prepareRead()
        let nodes = delivery.hierarchy.nodes
        var values = summary(of: id)
        values["RestorationIdentifier"] = .string(nodes.restorationIdentifier(of: id))
        values["AppearanceState"] = .string(nodes.appearanceState(of: id).rawValue)
        values["Parent"] = nodes.parent(of: id).path.variant
        values["PresentedViewController"] = nodes.presentedViewController(of: id).path.variant
        if let reason = records[id]?.reason, !reason.isEmpty { values["FailureReason"] = .string(reason) }
        guard nodes.kind(of: id) == .tabBarController else {
            guard let stack = nodes.navigationStack(id) else { return values }
            values["Count"] = .uint32(UInt32(clamping: stack.count))
            values["Stack"] = piece(of: stack, from: first).variant
            return values
        }
        let tabs = nodes.viewControllers(of: id)
        values["Profile"] = .string(nodes.profile(of: id)?.rawValue ?? "")
        values["SelectedViewController"] = nodes.selectedViewController(of: id).path.variant
        values["Count"] = .uint32(UInt32(clamping: tabs.count))
        values["Tabs"] = piece(of: tabs, from: first).variant
        return values
    }

    /// Returns as many of a list of view controllers as fit into one reply.
    private func piece(of list: [ViewControllerID], from first: UInt32) -> [[String: Variant]] {
        var (entries, size) = ([[String: Variant]](), 0)
        for id in list.dropFirst(Int(first)).prefix(Self.maximumCount) where size < Self.maximumSize {
            let values = summary(of: id)
            size += values.variant.extent.content
            entries.append(values)
        }
        return entries
    }

    /// The values of one entry. Flags are in it only if they are true, and texts only if there are any.
    private func summary(of id: ViewControllerID) -> [String: Variant] {
        let (nodes, record) = (delivery.hierarchy.nodes, records[id])
        let item = nodes.tabBarItem(of: id)
        var values: [String: Variant] = [
            "ViewController": id.path.variant, "Type": .string(record?.type ?? ""),
            "Title": .string(nodes.title(of: id) ?? ""), "TabTitle": .string(nodes.displayTitle(of: id) ?? ""),
            "State": .string((record?.state ?? .ready).published),
        ]
        if let badge = item.badgeValue { values["BadgeValue"] = .string(badge) }
        if let image = item.displayImage { values["Image"] = .string(image) }
        let flags = [
            ("Disabled", !item.isEnabled), ("NeedsAttention", item.needsAttention), ("Loading", item.isLoading),
            ("Hidden", nodes.tabVisibility(of: id).isHidden),
        ]
        for (name, isSet) in flags where isSet { values[name] = .bool(true) }
        return values
    }
}
