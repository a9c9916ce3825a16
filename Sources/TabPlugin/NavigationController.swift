/// The navigation controller that a view controller is in: `navigationController` gives it.
///
/// ```swift
/// final class Planets: ViewController {
///     func show(_ planet: String) {
///         let detail = Planet()
///         detail.title = planet
///         navigationController?.pushViewController(detail, animated: true)
///     }
/// }
///
/// final class Planet: ViewController {}
/// ```
@PluginActor
public struct NavigationController {
    /// The number in its object path.
    public let number: UInt64
    /// The view controller that it was asked of.
    let viewController: ViewController

    /// Puts a view controller of this plugin on the stack. It lives as long as it is on the stack or you hold it. What
    /// the host refuses (one that is on the stack already) is logged and changes nothing.
    public func pushViewController(_ pushed: ViewController, animated: Bool) {
        pushed.using("be pushed") { () throws(PluginError) in
            try Host.push(pushed.enterHost(), from: viewController.number, animated: animated)
        }
        pushed.settleLifetime()
    }

    /// Takes the top of the stack off; does nothing at the root.
    public func popViewController(animated: Bool) {
        viewController.using("pop") { () throws(PluginError) in
            try Host.pop(from: viewController.number, animated: animated)
        }
    }
}
