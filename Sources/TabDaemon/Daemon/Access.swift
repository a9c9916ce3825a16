import DBusInterface
import TabInterface
import TabModel

/// Who may do what to which controller, and what an argument names.
extension Daemon {
    /// The methods that change nothing, and those of front ends for themselves.
    private static let reads: Set = [
        "Attach", "Detach", "GetView", "GetBarButtonItemFrames", "GetSupportedInterfaceOrientations",
        "GetPreferredInterfaceOrientation",
    ]

    /// Nobody makes too many changes, and a front end that attached read-only can only read its tree.
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

    /// Refuses a client that attached to a controller's tree to read only.
    func requireWriter(_ caller: String, of id: ViewControllerID, member: String) throws(DBusError) {
        let root = hierarchy.root(of: id)
        guard attachments[root]?.clients[caller]?.isReadOnly == true else { return }
        throw .accessDenied(
            "\(member): you are attached to \(root.path) with ReadOnly; attach again without it to change things")
    }

    /// The root of the tree that a controller was in before what is being delivered.
    func formerRoot(of id: ViewControllerID) -> ViewControllerID {
        var root = id
        while let owner = formerParents[root] ?? hierarchy.owner(of: root) { root = owner }
        return root
    }

    // MARK: Arguments

    /// The live view controller that an argument names.
    func controller(at path: ObjectPath, named name: String = "view controller") throws(DBusError) -> ViewControllerID {
        guard let number = TabNames.number(of: path), hierarchy.contains(ViewControllerID(number)) else {
            throw .invalidArgument("'\(path.text.prefix(200))' is no \(name) of this service")
        }
        return ViewControllerID(number)
    }

    func controllers(at paths: [ObjectPath]) throws(DBusError) -> [ViewControllerID] {
        var ids: [ViewControllerID] = []
        for path in paths { ids.append(try controller(at: path)) }
        return ids
    }
}

/// References to views and buttons, as they cross the bus.
extension Daemon {
    /// The view that a reference names; nil for (/, 0).
    ///
    /// - Throws: `InvalidArgument` for a controller or a view that doesn't exist.
    func address(of reference: ViewReference) throws(DBusError) -> ViewAddress? {
        guard reference != .none else { return nil }
        if let number = TabNames.number(ofTabBar: reference.viewController),
            hierarchy.kind(of: ViewControllerID(number)) == .tabBarController
        {
            guard reference.view == 0 else {
                throw .invalidArgument(
                    "\(reference.viewController) has no view \(reference.view): the tab bar itself is 0")
            }
            return ViewAddress(viewController: ViewControllerID(number), view: 0)
        }
        let id = try controller(at: reference.viewController)
        // The root view is there when it is needed.
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

    /// nil for the null rect (`P12`).
    static func sourceRect(_ rect: DBusRect) throws(DBusError) -> Rect? {
        guard rect != .null else { return nil }
        guard [rect.x, rect.y, rect.width, rect.height].allSatisfy(\.isFinite) else {
            throw .invalidArgument(
                "SourceRect (\(rect.x), \(rect.y), \(rect.width), \(rect.height)) is not allowed: finite numbers are, "
                    + "and the null rect (inf, inf, 0, 0)")
        }
        return rect.rect
    }
}
