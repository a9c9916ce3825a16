import DBusInterface
import TabInterface
import TabModel

extension ViewTree {
    /// The focusable views that are neither hidden nor disabled, in the order of the tree.
    ///
    /// - Parameter origin: The origin of the root view in the result's coordinates.
    func focusable(in controller: ViewControllerID, at origin: Point) -> [FocusableView] {
        views.filter { $0[ViewKeys.isFocusable] && isReachable($0.id) }.compactMap { entry in
            guard let frame = frame(of: entry.id) else { return nil }
            return FocusableView(
                id: ViewAddress(viewController: controller, view: entry.id), frame: frame.offset(by: origin))
        }
    }
}
