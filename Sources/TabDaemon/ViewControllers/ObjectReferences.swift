import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The lookup of the objects that arguments name: view controllers, views, bar button items.
@EventLoop
final class ObjectReferences: DaemonPart {
    let core: Core
    private let access: PluginAccess
    private let windows: WindowAttachments

    init(core: Core, access: PluginAccess, windows: WindowAttachments) {
        self.core = core
        self.access = access
        self.windows = windows
    }

    /// Returns the live view controller at a path.
    func controller(at path: ObjectPath) throws(DBusError) -> ViewControllerID {
        guard let id = TabNames.viewController(of: path), delivery.hierarchy.nodes.contains(id) else {
            throw .invalidArgument("'\(path.text.prefix(200))' is not a view controller of this service")
        }
        return id
    }

    func controllers(at paths: [ObjectPath]) throws(DBusError) -> [ViewControllerID] {
        var ids: [ViewControllerID] = []
        for path in paths { ids.append(try controller(at: path)) }
        return ids
    }

    /// Returns the view controller at a path for a caller that is about to move or change it.
    ///
    /// - Throws: `AccessDenied` if the caller is attached read-only to its tree, `InvalidArgument` if it is a plugin
    ///   that may not move it.
    func controller(
        at path: ObjectPath, for caller: String, _ member: String,
        movingTo destination: PluginAccess.Destination = .other
    ) throws(DBusError) -> ViewControllerID {
        let id = try controller(at: path)
        try requireMovable([id], by: caller, member, destination)
        return id
    }

    func controllers(
        at paths: [ObjectPath], for caller: String, _ member: String, movingTo destination: PluginAccess.Destination
    ) throws(DBusError) -> [ViewControllerID] {
        let ids = try controllers(at: paths)
        try requireMovable(ids, by: caller, member, destination)
        return ids
    }

    private func requireMovable(
        _ ids: [ViewControllerID], by caller: String, _ member: String, _ destination: PluginAccess.Destination
    ) throws(DBusError) {
        if let plugin = PluginCaller.plugin(caller) {
            try access.requireOwn(ids, plugin, movingTo: destination)
        } else {
            for id in ids { try windows.requireWriter(caller, of: id, member: member) }
        }
    }

    /// Returns the view that a reference names; nil for (/, 0).
    ///
    /// - Throws: `InvalidArgument` for a view controller or a view that doesn't exist.
    func address(of reference: ViewReference) throws(DBusError) -> ViewAddress? {
        guard reference != .none else { return nil }
        if let tabs = TabNames.tabBarController(ofBar: reference.viewController),
            delivery.hierarchy.nodes.kind(of: tabs) == .tabBarController
        {
            guard reference.view == 0 else {
                throw .invalidArgument(
                    "\(reference.viewController) has no view \(reference.view): the tab bar itself is 0")
            }
            return ViewAddress(viewController: tabs, view: 0)
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
