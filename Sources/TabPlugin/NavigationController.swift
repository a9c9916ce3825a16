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
            try Host.push(pushed.enterHost(), from: number, animated: animated)
        }
        pushed.settleLifetimeSoon()
    }

    /// The stack, the root first, whoever made them.
    public var viewControllers: [ViewControllerReference] {
        ((try? Host.navigationStack(number))?.numbers ?? []).map(ViewControllerReference.init)
    }

    public var topViewController: ViewControllerReference? { viewControllers.last }

    /// Replaces the stack by view controllers of this plugin in one transition (N9).
    public func setViewControllers(_ stack: [ViewController], animated: Bool) {
        viewController.using("set the stack") { () throws(PluginError) in
            var numbers: [UInt64] = []
            for viewController in stack { numbers.append(try viewController.enterHost()) }
            try Host.setNavigationStack(numbers, of: number, animated: animated)
        }
        for viewController in stack { viewController.settleLifetimeSoon() }
    }

    /// Takes everything but the root off.
    public func popToRootViewController(animated: Bool) {
        guard let root = viewControllers.first else { return }
        viewController.using("pop to the root") { () throws(PluginError) in
            try Host.setNavigationStack([root.number], of: number, animated: animated)
        }
    }

    /// Takes the top of the stack off; does nothing at the root.
    public func popViewController(animated: Bool) {
        viewController.using("pop") { () throws(PluginError) in
            try Host.pop(from: number, animated: animated)
        }
    }
}
