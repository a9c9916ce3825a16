/// A tab bar controller and named controllers: the starting point of the cases in docs/rules/cases.md.
struct Stage {
    var model = Hierarchy()
    let tabs: ViewControllerID
    private(set) var ids: [String: ViewControllerID] = [:]

    init(
        _ letters: String = "", profile: Profile = .phone, order: LifecycleOrder = .modern, shown: Bool = false
    ) throws {
        tabs = model.createTabBarController(profile: profile, lifecycleOrder: order, maximumVisibleItems: 7)
        ids["tabs"] = tabs
        ids["more"] = ViewControllerID(tabs.rawValue + 1)
        ids["list"] = ViewControllerID(tabs.rawValue + 2)
        if !letters.isEmpty { try set(letters) }
        if shown { try show() }
        _ = model.drainEvents()
    }

    /// Returns the controller with a name, and creates it at the first use.
    mutating func id(_ name: String) -> ViewControllerID {
        if let id = ids[name] { return id }
        let id = model.createViewController()
        ids[name] = id
        return id
    }

    /// Creates a navigation controller named `name` with these controllers on its stack, root first.
    mutating func navigation(_ name: String, _ stack: String) throws {
        let controllers = stack.map { id(String($0)) }
        let root = controllers.first ?? id("root")
        let nav = try model.createNavigationController(root: root)
        for controller in controllers.dropFirst() { try model.push(controller, onto: nav, animated: false) }
        ids[name] = nav
    }

    mutating func list(_ letters: String) -> [ViewControllerID] {
        letters.map { id(String($0)) }
    }

    mutating func set(_ letters: String, animated: Bool = false) throws {
        try model.setViewControllers(list(letters), of: tabs, animated: animated)
    }

    mutating func show(_ isVisible: Bool = true) throws {
        try model.updateWindow(of: tabs) { $0.isVisible = isVisible }
    }

    mutating func resize(_ width: Double, _ height: Double) throws {
        try model.updateWindow(of: tabs) { $0.size = Size(width: width, height: height) }
    }

    mutating func select(_ name: String) throws {
        try model.select(id(name), in: tabs)
    }

    @discardableResult
    mutating func tap(_ position: Int) throws -> Tap {
        try model.tapItem(position, of: tabs, asking: false)
    }

    /// Removes and returns the events since the last call, as text.
    mutating func log() -> String {
        let names = Dictionary(ids.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
        return Log(names: names).text(model.drainEvents())
    }

    /// The selected controller and its index: `B 1`, `more NF`.
    var selection: String {
        "\(name(model.nodes.selectedViewController(of: tabs))) \(model.nodes.selectedIndex(of: tabs).map(String.init) ?? "NF")"
    }

    var bar: String {
        model.nodes.barItems(of: tabs).map(name).joined(separator: ",")
    }

    var highlighted: String {
        name(model.nodes.barSelectedItem(of: tabs))
    }

    func stack(_ navigation: String) -> String {
        (ids[navigation].flatMap { model.nodes.navigationStack($0) } ?? []).map(name).joined(separator: ",")
    }

    func parent(_ child: String) -> String {
        name(ids[child].flatMap { model.nodes.parent(of: $0) })
    }

    private func name(_ id: ViewControllerID?) -> String {
        guard let id else { return "nil" }
        return ids.first { $0.value == id }?.key ?? "?"
    }
}

/// The callbacks of the client's controllers as one string: `C.should C.didLoad C.willAppear …` (`S-25`: the appearance
/// callbacks of the tab bar controller and of More are omitted).
struct Log {
    let names: [ViewControllerID: String]

    func text(_ events: [Event]) -> String {
        events.compactMap(line).joined(separator: " ")
    }

    private func line(_ event: Event) -> String? {
        switch event {
        case .shouldSelect(_, let id): return "should(\(name(id)))"
        case .didSelect(_, let id): return "did(\(name(id)))"
        case .didRefuse(_, let id): return "refused(\(name(id)))"
        case .itemsChanged(_, let items, let animated):
            return "items(\(items.map(name).joined()),\(animated))"
        case .navigationWillShow(_, let id, _): return "willShow(\(name(id)))"
        case .navigationDidShow(_, let id, _): return "didShow(\(name(id)))"
        default: return appearance(event)
        }
    }

    private func appearance(_ event: Event) -> String? {
        switch event {
        case .willMove(let id, let parent): own(id, "willMove(\(parent.map(name) ?? "nil"))")
        case .didMove(let id, let parent): own(id, "didMove(\(parent.map(name) ?? "nil"))")
        case .viewDidLoad(let id): own(id, "didLoad")
        case .viewWillAppear(let id, _): own(id, "willAppear")
        case .viewIsAppearing(let id, _): own(id, "isAppearing")
        case .viewDidAppear(let id, _): own(id, "didAppear")
        case .viewWillDisappear(let id, _): own(id, "willDis")
        case .viewDidDisappear(let id, _): own(id, "didDis")
        default: nil
        }
    }

    private func own(_ id: ViewControllerID, _ text: String) -> String? {
        guard let name = names[id], !["tabs", "more", "list"].contains(name) else { return nil }
        return "\(name).\(text)"
    }

    private func name(_ id: ViewControllerID) -> String {
        names[id] ?? "?"
    }
}
