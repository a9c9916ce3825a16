/// A view controller of any owner: an instance of this plugin, or an object that stands for one of another plugin or of a
/// client.
///
/// For its own view controllers a plugin gets the instances. A reference to another owner's view controller has a
/// number; you can select it, make it a tab and compare it. Compare with `==`: two references may stand for the same
/// view controller.
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
    /// The number in the controller's object path; 0 as long as the host does not know of it.
    public internal(set) var number: UInt64

    /// A reference to none. Plugins make instances of `ViewController`, which would not inherit `init()` beside a designated
    /// initializer that plugins don't see.
    public init() { number = 0 }

    convenience init(number: UInt64) {
        self.init()
        self.number = number
    }

    /// The instance, when it is one of this plugin's own.
    public var viewController: ViewController? { Registration.instances[number]?.viewController }

    /// Whether it stands for a view controller of another owner.
    var isStandIn: Bool { true }

    /// Makes the host know of a controller that the plugin's code made; returns the number.
    func enterHost() throws(PluginError) -> UInt64 { number }
}

extension ViewControllerReference {
    /// Returns the plugin's instance with a number, or an object that stands for another owner's.
    static func numbered(_ number: UInt64) -> ViewControllerReference {
        Registration.instances[number]?.viewController ?? ViewControllerReference(number: number)
    }

    /// Returns nil for 0 and nil, which stand for none.
    static func numbered(nonzero number: UInt64?) -> ViewControllerReference? {
        guard let number, number != 0 else { return nil }
        return numbered(number)
    }
}

extension [ViewControllerReference] {
    /// Makes the host know of all of them; returns their numbers.
    @PluginActor
    func enterHost() throws(PluginError) -> [UInt64] {
        try map { viewController throws(PluginError) in try viewController.enterHost() }
    }
}

extension ViewControllerReference: @PluginActor Hashable {
    public static func == (left: ViewControllerReference, right: ViewControllerReference) -> Bool {
        left === right || left.isStandIn && right.isStandIn && left.number == right.number
    }

    /// An instance of the plugin gets its number later than its identity.
    public func hash(into hasher: inout Hasher) {
        if isStandIn { hasher.combine(number) } else { hasher.combine(ObjectIdentifier(self)) }
    }
}

extension Value {
    /// The view controllers that an object path, or an array of them, names; empty for other values. A tab that an
    /// argument names so is handed over: the plugin may put it into its own list of tabs.
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
