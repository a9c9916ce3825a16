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
