/// The toolbar at the bottom of a navigation controller.
///
/// ```swift
/// final class Drafts: ViewController {
///     override func viewDidLoad() {
///         super.viewDidLoad()
///         toolbarItems = [BarButtonItem(title: "Send") { item in item.isEnabled = false }]
///     }
///
///     override func viewWillAppear(_ animated: Bool) {
///         super.viewWillAppear(animated)
///         navigationController?.isToolbarHidden = false
///     }
/// }
/// ```
extension ViewController {
    /// The buttons that the toolbar of the navigation controller shows while this is the top view controller of its stack,
    /// from the left.
    public var toolbarItems: [BarButtonItem] {
        get { navigationItem.toolbarItems }
        set { navigationItem.toolbarItems = newValue }
    }

    /// Sets `toolbarItems`; front ends choose how a change looks.
    public func setToolbarItems(_ items: [BarButtonItem], animated: Bool) { toolbarItems = items }
}

extension NavigationController {
    /// Whether there is no toolbar; true at first. A toolbar without items is shown empty. It goes while a view controller
    /// on the stack has `hidesBottomBarWhenPushed` (N19).
    public var isToolbarHidden: Bool {
        get {
            let known = number == 0 ? properties["ToolbarHidden"]?.bool : try? Host.isToolbarHidden(number)
            return known ?? true
        }
        set {
            properties["ToolbarHidden"] = .bool(newValue)
            if number != 0 { sendProperty("ToolbarHidden", .bool(newValue)) }
        }
    }

    /// Sets `isToolbarHidden`; front ends choose how a change looks.
    public func setToolbarHidden(_ isHidden: Bool, animated: Bool) { isToolbarHidden = isHidden }
}
