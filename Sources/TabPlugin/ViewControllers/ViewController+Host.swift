internal import CTabPlugin

/// Containment, presentation and the plugin's environment.
extension ViewController {
    /// The container of the view controller.
    public var parent: ViewControllerReference? { ViewControllerReference.numbered(nonzero: containers?.parent) }

    /// The nearest navigation controller that contains the view controller.
    public var navigationController: NavigationController? {
        guard let number = containers?.navigation_controller, number != 0 else { return nil }
        return Registration.instances[number]?.viewController as? NavigationController
            ?? NavigationController(proxyFor: number)
    }

    /// The nearest tab bar controller that contains the view controller.
    public var tabBarController: TabBarController? {
        guard let number = containers?.tab_bar_controller, number != 0 else { return nil }
        return tabBarController(numbered: number)
    }

    /// Presents a view controller of this plugin over the outermost container of this view controller.
    ///
    /// The presentation uses the `modalPresentationStyle` of the presented view controller and begins in the next
    /// update cycle. The view controller lives until it is dismissed or as long as you keep a reference to it. If this
    /// view controller is not displayed or already presents another, the host logs an error and nothing changes.
    public func present(_ viewController: ViewController, animated: Bool) {
        if let alert = viewController as? AlertController { return alert.present(from: self, animated: animated) }
        viewController.attempt("be presented") { () throws(PluginError) in
            let presented = try viewController.registerWithHost()
            try Host.call { table, host, _ in table.present?(host, number, presented, animated, nil) }
        }
        viewController.updateRetentionLater()
    }

    /// The view controller that presents this one or its container.
    public var presentingViewController: ViewControllerReference? {
        ViewControllerReference.numbered(nonzero: containers?.presenting_view_controller)
    }

    /// Dismisses the view controller that this one or its container presents, with all presentations above it. If there
    /// is none, dismisses this view controller.
    public func dismiss(animated: Bool) {
        request("dismiss") { table, host, _ in table.dismiss?(host, number, animated) }
    }

    /// Selects the tab that contains this view controller. The delegate is not asked.
    public func selectTab() { request("select its tab") { table, host, _ in table.select?(host, number) } }

    /// Returns the absolute path of the plugin's data folder.
    public func dataDirectory() throws(PluginError) -> String {
        try Host.text { table, host, context in table.data_directory?(host, receiveText, context) }
    }

    /// Returns the locale for texts, such as `de_DE.UTF-8`.
    public func locale() throws(PluginError) -> String {
        try Host.text { table, host, context in table.locale?(host, receiveText, context) }
    }

    /// Returns the value of a key in the plugin's section of `tabd.toml`; nil if it is not set.
    public func configurationValue(forKey key: String) -> Value? {
        try? Host.value { table, host, arena, context in
            table.configuration_value?(host, arena.string(key), receiveValue, context)
        }
    }

    /// Whether the view controller itself is presented, as opposed to its container.
    var isPresented: Bool { containers.map { $0.parent == 0 && $0.presenting_view_controller != 0 } ?? false }

    /// The containers, by their numbers on the host; nil while the host does not know the view controller.
    var containers: tab_containers? {
        guard number != 0 else { return nil }
        return try? Host.read(tab_containers()) { table, host, _, result in table.containers?(host, number, result) }
    }

    // MARK: Callbacks of the host

    /// Retains the view controller while it is in a container or presented. Otherwise only the plugin's references keep
    /// it alive.
    func updateRetention() {
        guard isOwn, let containers else { return }
        let isPlaced = containers.parent != 0 || containers.presenting_view_controller != 0
        Registration.instances[number]?.setRetained(isPlaced)
    }

    /// Calls `updateRetention()` after the host has performed the current request, which it may defer during a
    /// callback.
    func updateRetentionLater() {
        guard isOwn else { return }
        Host.postIsolated { self.updateRetention() }
    }

    /// Returns the plugin's tab bar controller with a number, or a proxy of another owner's.
    func tabBarController(numbered number: UInt64) -> TabBarController {
        Registration.instances[number]?.viewController as? TabBarController
            ?? TabBarController(number, seenFrom: self)
    }

    func openView() {
        loadViewIfNeeded()
        if !isContainer { tree.open() }
    }

    func layOut(_ bounds: Rect, _ safeArea: EdgeInsets) {
        if let laidOutSize, laidOutSize != bounds.size { viewWillTransition(to: bounds.size) }
        laidOutSize = bounds.size
        notifyTraitChange()
        tree.layOut(bounds, safeArea)
    }

    func handleAction(_ action: String, on view: UInt32, _ value: Value) throws(PluginError) {
        guard let view = tree.root?.find(view) else { throw .invalidArgument }
        if action == "menuItemSelected" { return try view.choose(value, from: view.menu) }
        try view.handleAction(action, value)
    }

    /// Changes the traits, and schedules the notification. A change of size follows in the same turn, and is notified
    /// first.
    func updateTraits(_ change: (inout TraitCollection) -> Void) {
        if previousTraits == nil {
            previousTraits = traitCollection
            Host.postIsolated { [weak self] in UpdateCycle.run { self?.notifyTraitChange() } }
        }
        change(&traitCollection)
    }

    private func notifyTraitChange() {
        guard let previousTraits else { return }
        self.previousTraits = nil
        if previousTraits != traitCollection { traitCollectionDidChange(previousTraits) }
    }
}
