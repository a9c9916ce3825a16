import TabPlugin

/// What all pages have in common: a title, views from top to bottom that show the preferences, and follow them.
class SettingsPage: ViewController {
    /// Shown in the bar, and by the way back from the next page.
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

    /// Override to add the views, once.
    func build() {}

    /// Override to place the views.
    func place(in layout: inout PageLayout) {}

    /// Override to show the preferences; comes after `build()` and after every change.
    func show() {}

    func change(_ edit: (inout Preferences) -> Void) { PreferenceStore.shared.change(edit) }

    func push(_ page: SettingsPage) { navigationController?.pushViewController(page, animated: true) }

    func add(_ view: View, _ identifier: String) {
        view.identifier = identifier
        self.view.addSubview(view)
    }

    /// A button in the bar that gives this page's preferences their defaults.
    func addResetButton(_ reset: @escaping @PluginActor (inout Preferences) -> Void) -> BarButtonItem {
        let button = BarButtonItem(title: "Reset") { [weak self] _ in self?.change(reset) }
        navigationItem.rightBarButtonItem = button
        return button
    }
}

/// Places the parts of a page below each other, from the top of what bars leave free, on any size of window.
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

    /// The next part, as high as wanted or as there is room.
    mutating func part(_ height: Double) -> Rect {
        let part = Rect(x: rest.x, y: rest.y, width: rest.width, height: min(height, rest.height))
        rest = rest.inset(by: EdgeInsets(top: height + Self.spacing))
        return part
    }

    /// Room for so many rows of a table, or for a control.
    mutating func rows(_ count: Int = 1) -> Rect { part(Self.rowHeight * Double(count)) }

    /// All that is left.
    mutating func remainder() -> Rect { part(rest.height) }
}

/// A switch with its name in front of it.
final class SwitchRow: View {
    private static let switchSize = Size(width: 51, height: 31)

    let toggle = Switch()
    private let label: Label

    /// - Parameter identifier: Of the switch, for scripts.
    init(_ title: String, _ identifier: String, didChange: @escaping @PluginActor (Bool) -> Void) {
        label = Label(text: title)
        super.init()
        toggle.identifier = identifier
        toggle.accessibilityLabel = title
        toggle.addAction(for: .valueChanged) { [weak toggle] in if let toggle { didChange(toggle.isOn) } }
        addSubview(label)
        addSubview(toggle)
    }

    override func layoutSubviews() {
        let size = Self.switchSize
        label.frame = Rect(width: max(bounds.width - size.width - 8, 0), height: bounds.height)
        toggle.frame = Rect(
            x: max(bounds.width - size.width, 0), y: max((bounds.height - size.height) / 2, 0), width: size.width,
            height: min(size.height, bounds.height))
    }
}
