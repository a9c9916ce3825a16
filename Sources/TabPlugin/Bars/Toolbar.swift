internal import CTabPlugin

/// The toolbar at the bottom of a navigation controller, and the items that a view controller has in it.
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
    /// The buttons, from left to right, that the toolbar shows while this view controller is at the top of its stack.
    public var toolbarItems: [BarButtonItem] {
        get { navigationItem.toolbarItems }
        set { navigationItem.toolbarItems = newValue }
    }

    /// Sets `toolbarItems`. Front ends decide whether to animate the change.
    public func setToolbarItems(_ items: [BarButtonItem], animated: Bool) { toolbarItems = items }
}

extension NavigationController {
    /// Whether the toolbar is hidden. The default is true.
    ///
    /// A visible toolbar without items is empty. The toolbar is also hidden while a view controller on the stack has
    /// `hidesBottomBarWhenPushed`.
    public var isToolbarHidden: Bool {
        get {
            guard number != 0 else { return properties["ToolbarHidden"]?.bool ?? true }
            let isHidden = try? Host.read(true) { table, host, _, isHidden in
                table.toolbar_hidden?(host, number, isHidden)
            }
            return isHidden ?? true
        }
        set {
            properties["ToolbarHidden"] = .bool(newValue)
            if number != 0 { sendProperty("ToolbarHidden", .bool(newValue)) }
        }
    }

    /// Sets `isToolbarHidden`. Front ends decide whether to animate the change.
    public func setToolbarHidden(_ isHidden: Bool, animated: Bool) { isToolbarHidden = isHidden }
}
