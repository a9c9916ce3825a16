/// What a view controller asks of its surroundings.
extension ViewController {
    /// The container that it is in.
    public var parent: ViewControllerReference? { containers.flatMap { ViewControllerReference(nonzero: $0.parent) } }

    /// The nearest navigation controller that it is in.
    public var navigationController: NavigationController? {
        guard let containers, containers.navigationController != 0 else { return nil }
        return NavigationController(number: containers.navigationController, viewController: self)
    }

    /// The nearest tab bar controller that it is in.
    public var tabBarController: TabBarController? {
        guard let containers, containers.tabBarController != 0 else { return nil }
        return tabBarController(numbered: containers.tabBarController)
    }

    /// Selects the tab in which the controller is, in its own tab bar controller; no delegate is asked.
    public func selectTab() { using("be selected") { () throws(PluginError) in try Host.select(number) } }

    /// The absolute path of a folder of the plugin's own.
    public func dataDirectory() throws(PluginError) -> String { try Host.dataDirectory() }

    /// The locale of texts, such as `de_DE.UTF-8`.
    public func locale() throws(PluginError) -> String { try Host.locale() }

    /// What the user wrote under a key of the plugin's section in `tabd.toml`; nil when there is nothing.
    public func configurationValue(forKey key: String) -> Value? { try? Host.configurationValue(key) }

    private var containers: Host.Containers? { number == 0 ? nil : try? Host.containers(of: number) }
}

/// What the host's table calls.
extension ViewController {
    /// One of the plugin's own, or what stands for somebody else's.
    func tabBarController(numbered number: UInt64) -> TabBarController {
        Registration.instances[number]?.viewController as? TabBarController
            ?? TabBarController(number, seenFrom: self)
    }

    func openView() {
        loadViewIfNeeded()
        // A tab bar controller's views are the host's own.
        if !(self is TabBarController) { tree.open() }
    }

    func layOut(_ bounds: Rect, _ safeArea: EdgeInsets) { tree.layOut(bounds, safeArea) }

    func perform(_ action: String, on view: UInt32, _ value: Value) throws(PluginError) {
        guard let view = tree.root?.find(view) else { throw .invalidArgument }
        try view.perform(action, value)
    }

    func setTraits(_ change: (inout TraitCollection) -> Void) {
        let previous = traitCollection
        change(&traitCollection)
        if traitCollection != previous { traitCollectionDidChange(previous) }
    }
}
