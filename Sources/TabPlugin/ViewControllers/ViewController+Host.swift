/// What a view controller asks of its surroundings.
extension ViewController {
    /// The container that it is in.
    public var parent: ViewControllerReference? { ViewControllerReference.numbered(nonzero: containers?.parent) }

    /// The nearest navigation controller that it is in.
    public var navigationController: NavigationController? {
        guard let containers, containers.navigationController != 0 else { return nil }
        return Registration.instances[containers.navigationController]?.viewController as? NavigationController
            ?? NavigationController(standingFor: containers.navigationController)
    }

    /// The nearest tab bar controller that it is in.
    public var tabBarController: TabBarController? {
        guard let containers, containers.tabBarController != 0 else { return nil }
        return tabBarController(numbered: containers.tabBarController)
    }

    /// Presents a view controller of this plugin over the outermost container of this one, in its
    /// `modalPresentationStyle`, in the next update cycle. It lives until it is dismissed, or as long as you hold it. What
    /// the host refuses (this one is not displayed, or presents already) is logged and changes nothing.
    public func present(_ viewController: ViewController, animated: Bool) {
        if let alert = viewController as? AlertController { return alert.present(from: self, animated: animated) }
        viewController.using("be presented") { () throws(PluginError) in
            try Host.present(viewController.enterHost(), from: number, animated: animated)
        }
        viewController.settleLifetimeSoon()
    }

    /// Who presents the controller, or the container that it is in.
    public var presentingViewController: ViewControllerReference? {
        ViewControllerReference.numbered(nonzero: containers?.presentingViewController)
    }

    /// Dismisses what this controller or its container presents, with all above it, else the controller itself.
    public func dismiss(animated: Bool) {
        using("dismiss") { () throws(PluginError) in try Host.dismiss(from: number, animated: animated) }
    }

    /// Selects the tab in which the controller is, in its own tab bar controller; no delegate is asked.
    public func selectTab() { using("be selected") { () throws(PluginError) in try Host.select(number) } }

    /// The absolute path of a folder of the plugin's own.
    public func dataDirectory() throws(PluginError) -> String { try Host.dataDirectory() }

    /// The locale of texts, such as `de_DE.UTF-8`.
    public func locale() throws(PluginError) -> String { try Host.locale() }

    /// What the user wrote under a key of the plugin's section in `tabd.toml`; nil when there is nothing.
    public func configurationValue(forKey key: String) -> Value? { try? Host.configurationValue(key) }

    /// Whether it is presented itself, and not what it is in.
    var isPresented: Bool { containers.map { $0.parent == 0 && $0.presentingViewController != 0 } ?? false }

    var containers: Host.Containers? { number == 0 ? nil : try? Host.containers(of: number) }
}

/// What the host's table calls.
extension ViewController {
    /// The host keeps a controller that is in a container or presented; any other lives by its own references.
    func settleLifetime() {
        guard isOwn, let containers else { return }
        let isPlaced = containers.parent != 0 || containers.presentingViewController != 0
        Registration.instances[number]?.setHeld(isPlaced)
    }

    /// Settles it when the host has done what it was asked for, which in a callback is later.
    func settleLifetimeSoon() {
        guard isOwn else { return }
        Host.postIsolated { self.settleLifetime() }
    }

    /// One of the plugin's own, or what stands for somebody else's.
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
        tellTraits()
        tree.layOut(bounds, safeArea)
    }

    func perform(_ action: String, on view: UInt32, _ value: Value) throws(PluginError) {
        guard let view = tree.root?.find(view) else { throw .invalidArgument }
        try view.perform(action, value)
    }

    /// Tells the traits behind the transition to another size (L13), which the host announces next when there is one.
    func setTraits(_ change: (inout TraitCollection) -> Void) {
        if formerTraits == nil {
            formerTraits = traitCollection
            Host.postIsolated { [weak self] in UpdateCycle.run { self?.tellTraits() } }
        }
        change(&traitCollection)
    }

    private func tellTraits() {
        guard let formerTraits else { return }
        self.formerTraits = nil
        if formerTraits != traitCollection { traitCollectionDidChange(formerTraits) }
    }
}
