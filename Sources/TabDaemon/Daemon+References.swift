import DBusInterface
import TabInterface
import TabModel

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
