import TabPlugin

/// The base class of all pages. It lays out its views from top to bottom and updates them when the preferences change.
class SettingsPage: ViewController {
    /// The title in the navigation bar and on the back button of the next page.
    class var pageTitle: String { "" }

    required init(arguments: [String: Value]) {
        super.init(arguments: arguments)
        title = Self.pageTitle
    }

    var preferences: Preferences { PreferenceStore.shared.values }

    override func viewDidLoad() {
        super.viewDidLoad()
        build()
        PreferenceStore.shared.observe(self) { [weak self] in self?.show() }
        show()
    }

    override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        var layout = PageLayout(view.bounds, view.safeAreaInsets)
        place(in: &layout)
    }

    /// Adds the views. Subclasses override it.
    func build() {}

    /// Sets the frames of the views. Subclasses override it.
    func place(in layout: inout PageLayout) {}

    /// Updates the views from the preferences. Called after `build()` and after every change. Subclasses override it.
    func show() {}

    func change(_ edit: (inout Preferences) -> Void) { PreferenceStore.shared.change(edit) }

    func push(_ page: SettingsPage) { navigationController?.pushViewController(page, animated: true) }

    func add(_ view: View, _ identifier: String) {
        view.identifier = identifier
        self.view.addSubview(view)
    }

    /// Adds a button to the bar that resets the preferences of this page to their defaults.
    func addResetButton(_ reset: @escaping @PluginActor (inout Preferences) -> Void) -> BarButtonItem {
        let button = BarButtonItem(title: "Reset") { [weak self] _ in self?.change(reset) }
        navigationItem.rightBarButtonItem = button
        return button
    }
}

/// A layout that places the parts of a page in rows, from the top of the safe area.
@PluginActor
struct PageLayout {
    private static let maximumWidth = 720.0
    private static let margin = 16.0
    private static let spacing = 12.0
    private static let rowHeight = 44.0

    private var rest: Rect

    init(_ bounds: Rect, _ safeArea: EdgeInsets) {
        let area = bounds.inset(by: safeArea)
        let width = min(max(area.width - 2 * Self.margin, 0), Self.maximumWidth)
        rest = Rect(x: area.midX - width / 2, y: area.y, width: width, height: area.height).inset(
            by: EdgeInsets(top: Self.spacing))
    }

    /// Returns the frame of the next part. Its height is limited to the remaining space.
    mutating func part(_ height: Double) -> Rect {
        let part = Rect(x: rest.x, y: rest.y, width: rest.width, height: min(height, rest.height))
        rest = rest.inset(by: EdgeInsets(top: height + Self.spacing))
        return part
    }

    /// Returns a frame with room for the content of a view.
    mutating func part(for view: View) -> Rect {
        part(view.sizeThatFits(Size(width: rest.width, height: .infinity)).height)
    }

    /// Returns a frame for a row with the content of a view.
    mutating func row(for view: View) -> Rect {
        part(max(view.sizeThatFits(Size(width: rest.width, height: .infinity)).height, Self.rowHeight))
    }

    /// Returns the remaining space.
    mutating func remainder() -> Rect { part(rest.height) }
}

/// A switch with a label.
final class SwitchRow: View {
    private static let switchSize = Size(width: 51, height: 31)

    let toggle = Switch()
    private let label: Label

    /// - Parameter identifier: The identifier of the switch, for scripts.
    init(_ title: String, _ identifier: String, didChange: @escaping @PluginActor (Bool) -> Void) {
        label = Label(text: title)
        label.numberOfLines = 0
        super.init()
        toggle.identifier = identifier
        toggle.accessibilityLabel = title
        toggle.addAction(for: .valueChanged) { [weak toggle] in if let toggle { didChange(toggle.isOn) } }
        addSubview(label)
        addSubview(toggle)
    }

    override func sizeThatFits(_ size: Size) -> Size {
        let text = label.sizeThatFits(Size(width: max(size.width - Self.switchSize.width - 8, 0), height: size.height))
        return Size(width: size.width, height: max(text.height, Self.switchSize.height))
    }

    override func layoutSubviews() {
        let size = Self.switchSize
        label.frame = Rect(width: max(bounds.width - size.width - 8, 0), height: bounds.height)
        toggle.frame = Rect(
            x: max(bounds.width - size.width, 0), y: max((bounds.height - size.height) / 2, 0), width: size.width,
            height: min(size.height, bounds.height))
    }
}
