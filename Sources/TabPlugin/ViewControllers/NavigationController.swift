/// A stack of view controllers with a bar above: the one that a view controller is in, or one that you make.
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
    /// What it is made around on the host's side.
    private var root: ViewController?

    public required init(arguments: [String: Value]) { super.init(arguments: arguments) }

    /// Takes the view controller out of where it was.
    public convenience init(rootViewController: ViewController) {
        self.init(arguments: [:])
        begin(with: rootViewController)
    }

    override var isContainer: Bool { true }

    override func makeHostSide() throws(PluginError) -> UInt64 {
        guard let root else { throw .invalidArgument }
        return try Host.createNavigationController(Registration.className(of: self), root: root.number)
    }

    /// The host knows none without a root.
    private func begin(with viewController: ViewController) {
        root = viewController
        using("have a root") { () throws(PluginError) in
            _ = try viewController.enterHost()
            _ = try enterHost()
        }
        root = nil
        viewController.settleLifetimeSoon()
    }

    /// Puts a view controller of this plugin on the stack. It lives as long as it is on the stack or you hold it. What
    /// the host refuses (one that is on the stack already) is logged and changes nothing.
    public func pushViewController(_ pushed: ViewController, animated: Bool) {
        guard number != 0 else { return begin(with: pushed) }
        pushed.using("be pushed") { () throws(PluginError) in
            try Host.push(pushed.enterHost(), from: number, animated: animated)
        }
        pushed.settleLifetimeSoon()
    }

    /// The stack, the root first, with view controllers of all owners. Setting it is `setViewControllers(_:animated:)`
    /// without animation.
    public var viewControllers: [ViewControllerReference] {
        get {
            guard number != 0 else { return [] }
            return ((try? Host.navigationStack(number))?.numbers ?? []).map(ViewControllerReference.numbered)
        }
        set { setViewControllers(newValue, animated: false) }
    }

    public var topViewController: ViewControllerReference? { viewControllers.last }

    /// Replaces the stack in one transition (N9): by view controllers of this plugin, and those that are on it already.
    public func setViewControllers(_ stack: [ViewControllerReference], animated: Bool) {
        if number == 0, let first = stack.first?.viewController { begin(with: first) }
        using("set the stack") { () throws(PluginError) in
            try Host.setNavigationStack(stack.enterHost(), of: number, animated: animated)
        }
        for viewController in stack { viewController.viewController?.settleLifetimeSoon() }
    }

    /// Takes everything but the root off.
    public func popToRootViewController(animated: Bool) {
        using("pop to the root") { () throws(PluginError) in
            try Host.pop(to: 0, from: number, animated: animated)
        }
    }

    /// Takes off what is above a view controller of the stack; one that is not on it is refused, which the log says.
    public func popToViewController(_ viewController: ViewControllerReference, animated: Bool) {
        using("pop to view controller \(viewController.number)") { () throws(PluginError) in
            guard viewController.number != 0 else { throw .invalidArgument }
            try Host.pop(to: viewController.number, from: number, animated: animated)
        }
    }

    /// Takes the top of the stack off; does nothing at the root.
    public func popViewController(animated: Bool) {
        using("pop") { () throws(PluginError) in try Host.pop(from: number, animated: animated) }
    }
}
