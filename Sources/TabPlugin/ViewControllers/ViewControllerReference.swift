/// A view controller of any owner: an instance of this plugin, or a proxy of a view controller of another plugin or a
/// client.
///
/// You can select a proxy, make it a tab, and compare it. Use `==` for comparisons, because two proxies can stand for
/// the same view controller.
///
/// ```swift
/// final class Index: ViewController {
///     func showMore() {
///         guard let tabs = tabBarController, tabs.selectedViewController != tabs.moreNavigationController else { return }
///         tabs.selectedViewController = tabs.moreNavigationController
///     }
/// }
/// ```
@PluginActor
open class ViewControllerReference {
    /// The number in the view controller's object path; 0 as long as the host does not know the view controller.
    public internal(set) var number: UInt64

    /// Creates a reference to no view controller.
    ///
    /// Plugins create instances of `ViewController` instead. This initializer is public so that they inherit `init()`.
    public init() { number = 0 }

    convenience init(number: UInt64) {
        self.init()
        self.number = number
    }

    /// The instance, if it belongs to this plugin; otherwise nil.
    public var viewController: ViewController? { Registration.instances[number]?.viewController }

    /// Whether this is a proxy of another owner's view controller.
    var isProxy: Bool { true }

    /// Creates the host's side of a view controller that the plugin created, and returns its number.
    func registerWithHost() throws(PluginError) -> UInt64 { number }

    /// Returns the plugin's instance with a number, or a proxy of another owner's view controller.
    static func numbered(_ number: UInt64) -> ViewControllerReference {
        Registration.instances[number]?.viewController ?? ViewControllerReference(number: number)
    }

    /// Returns the view controller with a number; nil for 0 and nil.
    static func numbered(nonzero number: UInt64?) -> ViewControllerReference? {
        guard let number, number != 0 else { return nil }
        return numbered(number)
    }
}

extension [ViewControllerReference] {
    /// Creates the host's sides of the view controllers that do not have one, and returns all numbers.
    @PluginActor
    func registerWithHost() throws(PluginError) -> [UInt64] {
        try map { viewController throws(PluginError) in try viewController.registerWithHost() }
    }
}

extension ViewControllerReference: @PluginActor Hashable {
    public static func == (left: ViewControllerReference, right: ViewControllerReference) -> Bool {
        left === right || left.isProxy && right.isProxy && left.number == right.number
    }

    /// Hashes the identity of the plugin's own instances, because their number can change.
    public func hash(into hasher: inout Hasher) {
        if isProxy { hasher.combine(number) } else { hasher.combine(ObjectIdentifier(self)) }
    }
}

extension Value {
    /// The view controllers of an object path or of an array of object paths; empty for other values.
    ///
    /// A client can pass a view controller to a plugin in the arguments of another view controller. The plugin may then
    /// make it a tab of its own tab bar controllers.
    ///
    /// ```swift
    /// final class Binder: TabBarController {
    ///     override func viewDidLoad() {
    ///         super.viewDidLoad()
    ///         viewControllers = arguments["Tabs"]?.viewControllers ?? []
    ///     }
    /// }
    /// ```
    @PluginActor
    public var viewControllers: [ViewControllerReference] {
        switch self {
        case .objectPath(let path):
            let prefix = "/org/tabd/Tabs1/view_controllers/"
            guard path.hasPrefix(prefix) else { return [] }
            return ViewControllerReference.numbered(nonzero: UInt64(path.dropFirst(prefix.count))).map { [$0] } ?? []
        case .array(_, let values): return values.flatMap(\.viewControllers)
        default: return []
        }
    }
}
