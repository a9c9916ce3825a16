internal import CTabPlugin

/// A container that manages a stack of view controllers below a navigation bar.
///
/// Get the navigation controller that contains a view controller from its `navigationController`, or create one.
///
/// ```swift
/// final class Planets: ViewController {
///     func show(_ planet: String) {
///         let detail = Planet()
///         detail.title = planet
///         navigationController?.pushViewController(detail, animated: true)
///     }
///
///     func chooseAnother() {
///         present(NavigationController(rootViewController: Planets()), animated: true)
///     }
/// }
///
/// final class Planet: ViewController {}
/// ```
@PluginActor
open class NavigationController: ViewController {
    /// The root view controller for the creation of the host's side.
    private var root: ViewController?

    public required init(arguments: [String: Value] = [:]) { super.init(arguments: arguments) }

    /// Creates a navigation controller with a root view controller, which leaves its previous container.
    public convenience init(rootViewController: ViewController) {
        self.init(arguments: [:])
        begin(with: rootViewController)
    }

    override var isContainer: Bool { true }

    override func createHostSide() throws(PluginError) -> UInt64 {
        guard let root else { throw .invalidArgument }
        return try Host.read(0) { table, host, arena, created in
            let name = arena.string(Registration.className(of: self))
            return table.create_navigation_controller?(host, name, root.number, created)
        }
    }

    /// Creates the host's side, which requires a root.
    private func begin(with viewController: ViewController) {
        root = viewController
        attempt("set its root") { () throws(PluginError) in
            _ = try viewController.registerWithHost()
            _ = try registerWithHost()
        }
        root = nil
        viewController.updateRetentionLater()
    }

    /// Pushes a view controller of this plugin on the stack.
    ///
    /// The view controller lives as long as it is on the stack or you keep a reference to it. If the host refuses the
    /// push, for example because the view controller is already on the stack, it logs an error and nothing changes.
    ///
    /// After a restart, push a page again under its `restorationIdentifier` in `applicationFinishedRestoringState()`. If it
    /// was on the stack, it gets its place and its state back.
    public func pushViewController(_ pushed: ViewController, animated: Bool) {
        guard number != 0 else { return begin(with: pushed) }
        pushed.attempt("be pushed") { () throws(PluginError) in
            let isNew = pushed.number == 0
            let pushed = try pushed.registerWithHost()
            // A restored page is on the stack already.
            if isNew, viewControllers.contains(where: { $0.number == pushed }) { return }
            try Host.call { table, host, _ in table.push?(host, number, pushed, animated) }
        }
        pushed.updateRetentionLater()
    }

    /// The stack, the root first. It includes view controllers of other owners. Setting it is the same as calling
    /// `setViewControllers(_:animated:)` without animation.
    public var viewControllers: [ViewControllerReference] {
        get {
            guard number != 0 else { return [] }
            let stack = try? Host.value { table, host, _, context in
                table.navigation_stack?(host, number, receiveValue, context)
            }
            return (stack?.numbers ?? []).map(ViewControllerReference.numbered)
        }
        set { setViewControllers(newValue, animated: false) }
    }

    public var topViewController: ViewControllerReference? { viewControllers.last }

    /// Replaces the stack in one transition.
    ///
    /// - Parameter stack: View controllers of this plugin, and any that are already on the stack.
    public func setViewControllers(_ stack: [ViewControllerReference], animated: Bool) {
        if number == 0, let first = stack.first?.viewController { begin(with: first) }
        attempt("set the stack") { () throws(PluginError) in
            let numbers = try stack.registerWithHost()
            try Host.call { table, host, arena in
                table.set_navigation_stack?(host, number, arena.list(numbers), numbers.count, animated)
            }
        }
        for viewController in stack { viewController.viewController?.updateRetentionLater() }
    }

    /// Pops all view controllers except the root.
    public func popToRootViewController(animated: Bool) {
        request("pop to the root") { table, host, _ in table.pop_to?(host, number, 0, animated) }
    }

    /// Pops all view controllers above the given one. If that is not on the stack, the host logs an error and nothing
    /// changes.
    public func popToViewController(_ viewController: ViewControllerReference, animated: Bool) {
        request("pop to view controller \(viewController.number)") { table, host, _ in
            guard viewController.number != 0 else { return TAB_ERROR_INVALID_ARGUMENT }
            return table.pop_to?(host, number, viewController.number, animated)
        }
    }

    /// Pops the top view controller. Does nothing if it is the root.
    public func popViewController(animated: Bool) {
        request("pop") { table, host, _ in table.pop?(host, number, animated) }
    }
}
