import TestSupport

/// A driver that runs scenarios on the model alone.
@EventLoop final class ModelDriver: ScenarioDriver {
    var model = Hierarchy()
    let scenario: Scenario
    private(set) var tabs = ViewControllerID(0)
    var ids: [String: ViewControllerID] = [:]
    var words: [String] = []
    var should: Question?
    var did: [Action] = []
    var animator: Animator?
    var selectionInQuestion = ""
    var accepted = ""
    /// Whether the covering popover's delegate is being asked about a gesture.
    var isGestureCovered = false
    var popped = ""
    /// The focusable views of the controllers, and the preferred ones.
    var views: [String: (frames: [UInt32: Rect], preferred: UInt32)] = [:]
    /// The replies of popovers' delegates by presented controller, and the calls that they received.
    var scripts: [String: PopoverScript] = [:]
    var delegateCalls: [String: [String]] = [:]
    var outcomes: [String: String] = [:]
    /// The restorable states of the controllers' owners.
    var states: [String: String] = [:]
    /// The selection by focus that waits for its delay.
    private(set) var pendingSelection: UInt64?

    init(_ scenario: Scenario, _ stage: BusStage?) throws {
        self.scenario = scenario
        launch()
    }

    /// Creates the tab bar controller.
    func launch() {
        tabs = model.createTabBarController(
            profile: scenario.profile, lifecycleOrder: scenario.order, maximumVisibleItems: 7)
        ids["tabs"] = tabs
        ids["more"] = model.nodes.moreNavigationController(of: tabs)
        ids["list"] = model.nodes.moreList(of: tabs)
        _ = model.drainEvents()
    }

    func id(_ name: String) -> ViewControllerID {
        if let id = ids[name] { return id }
        let id = model.createViewController()
        ids[name] = id
        return id
    }

    func list(_ letters: String) -> [ViewControllerID] { letters.map { id(Scenario.name(of: $0)) } }

    func name(_ id: ViewControllerID?) -> String {
        guard let id else { return "nil" }
        return ids.first { $0.value == id }?.key ?? "?"
    }

    func perform(_ action: Action) async throws {
        do throws(ModelError) {
            try run(action)
        } catch {
            // A gesture that a popover covers fails, and dismisses the popover.
            try? runUpdateCycles()
            collectEvents()
            throw refusal(error)
        }
        do throws(ModelError) {
            try runUpdateCycles()
        } catch {
            throw refusal(error)
        }
        reviseFocus()
        collectEvents()
        if case .popover(let name, let action) = action, action.isPresentation,
            let refusal = outcomes[name].flatMap(Refusal.init)
        {
            throw refusal
        }
    }

    func refusal(_ error: ModelError) -> Refusal {
        switch error {
        case .invalidArgument: .invalidArgument
        case .outOfRange: .outOfRange
        case .internalInconsistency: .internalInconsistency
        case .hierarchyInconsistency: .hierarchyInconsistency
        case .notSupported: .notSupported
        case .missingAnchor: .missingAnchor
        case .limitsExceeded, .unknownObject: .other
        }
    }

    func end() -> String? { nil }

    func collectEvents() {
        let names = Dictionary(ids.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
        for event in model.drainEvents() {
            note(event)
            if case .selectionPending(tabs, let token) = event { pendingSelection = token }
            if let word = EventLog.word(event, { names[$0] }) { words.append(word) }
        }
    }
}

extension ModelDriver {
    var selection: String {
        "\(name(model.nodes.selectedViewController(of: tabs))) \(model.nodes.selectedIndex(of: tabs).map(String.init) ?? "NF")"
    }

    private func names(_ ids: [ViewControllerID]?) -> String { (ids ?? []).map(name).joined(separator: ",") }

    func observe(_ observation: Observation) -> String {
        switch observation {
        case .selection: return selection
        case .log(let part):
            defer { if part == .clients || part == .all { words = [] } }
            return EventLog.select(part, of: words)
        case .selectionInQuestion: return selectionInQuestion
        case .accepted: return accepted
        case .item(let name, let field): return model.nodes.tabBarItem(of: id(name))[keyPath: field.path] ?? ""
        case .navigationTitle(let child): return model.nodes.navigationItem(of: id(child)).title ?? ""
        case .parent(let child): return name(model.nodes.parent(of: id(child)))
        case .tabBarController(let child): return name(model.nodes.tabBarController(of: id(child)))
        case .navigationController(let child): return name(model.nodes.navigationController(of: id(child)))
        case .isLoaded(let child): return "\(model.nodes.isViewLoaded(id(child)))"
        case .appearance(let child): return model.nodes.appearanceState(of: id(child)).rawValue
        case .tabs: return names(model.nodes.viewControllers(of: tabs))
        case .customizable: return names(model.nodes.customizableViewControllers(of: tabs))
        case .bar: return names(model.nodes.barItems(of: tabs))
        case .highlighted: return name(model.nodes.barSelectedItem(of: tabs))
        case .isBarHidden: return "\(model.nodes.isBarDrawnHidden(tabs))"
        case .stack(let navigation): return names(model.nodes.navigationStack(id(navigation)))
        case .top(let navigation): return name(model.nodes.navigationStack(id(navigation))?.last)
        case .popped: return popped
        case .backTitle(let child): return model.nodes.backButtonTitle(of: id(child)) ?? ""
        case .safeArea(let child):
            let insets = model.geometry.safeAreaInsets(of: id(child))
            return "\(insets.top) \(insets.bottom)"
        case .sideInsets(let child):
            let insets = model.geometry.safeAreaInsets(of: id(child))
            return "\(insets.left) \(insets.right)"
        case .frame(let child): return text(model.geometry.frame(of: id(child)))
        case .barFrame: return text(model.geometry.barFrame(of: tabs))
        case .toolbarFrame(let navigation): return text(model.geometry.toolbarFrame(of: id(navigation)))
        case .more: return name(model.nodes.moreNavigationController(of: tabs))
        case .rows: return names(model.nodes.moreRows(of: tabs))
        case .isEditAvailable: return "\(model.nodes.isEditAvailable(in: tabs))"
        case .page: return page
        case .rightButtons(let child):
            return model.nodes.navigationItem(of: id(child)).rightBarButtonItems.map { "\($0.id) \($0.title)" }.joined(
                separator: ",")
        case .arrangement: return names(model.nodes.barArrangement(of: tabs))
        case .isCustomizing: return "\(model.nodes.isCustomizing(tabs))"
        case .transition:
            guard let transition = model.nodes.transition(in: tabs) else { return "" }
            let progress = transition.animation.isInteractive ? ",\(transition.progress)" : ""
            return "\(name(transition.from)),\(name(transition.to))\(progress)"
        case .popover(let name, let observation): return self.observe(observation, of: name)
        case .restoration(let observation): return self.observe(observation)
        case .focus:
            guard let view = model.nodes.focusedView(of: tabs) else {
                return "bar \(model.nodes.focusedItem(of: tabs).map(String.init) ?? "nil")"
            }
            return "content \(name(view.viewController)).\(view.view)"
        }
    }

    private var page: String {
        guard let list = model.nodes.moreList(of: tabs), model.nodes.isViewLoaded(list) else { return "" }
        let isCustomizing = model.nodes.isCustomizing(tabs)
        let rows = model.nodes.pageRows(of: tabs).enumerated().map { index, id in
            let item = model.nodes.tabBarItem(of: id)
            let isEnabled = isCustomizing ? model.nodes.movableTabs(of: tabs).contains(id) : item.isEnabled
            return MoreAction.text(
                model.nodes.displayTitle(of: id) ?? "", isEnabled, isSelected: model.nodes.pickedRow(of: tabs) == index)
        }
        return "\(isCustomizing ? "Items" : "Rows") \(rows.joined(separator: ","))"
    }

    func text(_ rect: Rect) -> String { "\(rect.x) \(rect.y) \(rect.width) \(rect.height)" }
}
