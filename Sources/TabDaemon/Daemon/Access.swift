import DBusInterface
import TabInterface
import TabModel

/// Access control, and the lookup of the objects that arguments name.
extension Daemon {
    /// The methods that are allowed for read-only front ends and do not count as changes.
    private static let reads: Set = [
        "Attach", "Detach", "GetView", "GetBarButtonItemFrames", "GetSupportedInterfaceOrientations",
        "GetPreferredInterfaceOrientation",
    ]

    /// Checks a call: limits the rate of changes, and refuses changes by a read-only front end.
    func authorize(
        _ caller: String, _ path: String, _ interface: String, _ member: String
    ) throws(DBusError) {
        guard !Self.reads.contains(member) else { return }
        try requireRate(of: caller)
        guard !attachments.isEmpty else { return }
        let path = ObjectPath(path)
        guard let number = TabNames.number(of: path) ?? TabNames.number(ofTabBar: path) else { return }
        try requireWriter(caller, of: ViewControllerID(number), member: member)
    }

    /// Throws `AccessDenied` for a client that is attached read-only to the tree of the view controller.
    func requireWriter(_ caller: String, of id: ViewControllerID, member: String) throws(DBusError) {
        let root = hierarchy.nodes.root(of: id)
        guard attachments[root]?.clients[caller]?.isReadOnly == true else { return }
        throw .accessDenied(
            "\(member): this client is attached to \(root.path) with ReadOnly; attach without it to make changes")
    }

    /// The root of the tree that contained a view controller before the events that are being delivered.
    func formerRoot(of id: ViewControllerID) -> ViewControllerID {
        var root = id
        while let owner = formerParents[root] ?? hierarchy.nodes.owner(of: root) { root = owner }
        return root
    }

    // MARK: Arguments

    /// Returns the live view controller at a path.
    func controller(at path: ObjectPath, named name: String = "view controller") throws(DBusError) -> ViewControllerID {
        guard let number = TabNames.number(of: path), hierarchy.nodes.contains(ViewControllerID(number)) else {
            throw .invalidArgument("'\(path.text.prefix(200))' is not a \(name) of this service")
        }
        return ViewControllerID(number)
    }

    func controllers(at paths: [ObjectPath]) throws(DBusError) -> [ViewControllerID] {
        var ids: [ViewControllerID] = []
        for path in paths { ids.append(try controller(at: path)) }
        return ids
    }
}

/// References to views and bar button items, as used on the bus.
extension Daemon {
    /// Returns the view that a reference names; nil for (/, 0).
    ///
    /// - Throws: `InvalidArgument` for a view controller or a view that doesn't exist.
    func address(of reference: ViewReference) throws(DBusError) -> ViewAddress? {
        guard reference != .none else { return nil }
        if let number = TabNames.number(ofTabBar: reference.viewController),
            hierarchy.nodes.kind(of: ViewControllerID(number)) == .tabBarController
        {
            guard reference.view == 0 else {
                throw .invalidArgument(
                    "\(reference.viewController) has no view \(reference.view): the tab bar itself is 0")
            }
            return ViewAddress(viewController: ViewControllerID(number), view: 0)
        }
        let id = try controller(at: reference.viewController)
        // The root view (1) is loaded on demand.
        guard reference.view == 1 || records[id]?.views[reference.view] != nil else {
            throw .invalidArgument("\(id.path) has no view \(reference.view)")
        }
        return ViewAddress(viewController: id, view: reference.view)
    }

    func reference(to address: ViewAddress) -> ViewReference {
        ViewReference(
            viewController: address.view == 0 ? address.viewController.barPath : address.viewController.path,
            view: address.view)
    }

    func barButtonItem(_ reference: ViewReference) throws(DBusError) -> BarButtonItemAddress? {
        guard reference != .none else { return nil }
        return BarButtonItemAddress(viewController: try controller(at: reference.viewController), item: reference.view)
    }

    /// Returns the rectangle; nil for the null rect (`P12`).
    static func sourceRect(_ rect: DBusRect) throws(DBusError) -> Rect? {
        guard rect != .null else { return nil }
        guard [rect.x, rect.y, rect.width, rect.height].allSatisfy(\.isFinite) else {
            throw .invalidArgument(
                "SourceRect (\(rect.x), \(rect.y), \(rect.width), \(rect.height)) is not finite; "
                    + "expected finite numbers or the null rect (inf, inf, 0, 0)")
        }
        return rect.rect
    }
}
