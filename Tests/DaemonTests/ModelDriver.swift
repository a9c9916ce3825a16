import DBusConnection
import TabModel

/// Runs scenarios on the model alone.
@EventLoop
final class ModelDriver: ScenarioDriver {
    private var model = Hierarchy()
    private let tabs: ViewControllerID
    private var ids: [String: ViewControllerID] = [:]
    private var log: [String] = []
    private var should: Question?
    private var did: [Action] = []
    private var selectionInQuestion = ""
    private var accepted = ""
    private var popped = ""

    init(_ scenario: Scenario, _ stage: BusStage?) throws {
        tabs = model.createTabBarController(
            profile: scenario.profile, lifecycleOrder: scenario.order, maximumVisibleItems: 7)
        ids["tabs"] = tabs
        ids["more"] = model.tabBarController(tabs)?.moreNavigationController
        _ = model.takeEvents()
    }

    private func id(_ name: String) -> ViewControllerID {
        if let id = ids[name] { return id }
        let id = model.createViewController()
        ids[name] = id
        return id
    }

    private func list(_ letters: String) -> [ViewControllerID] { letters.map { id(Scenario.name(of: $0)) } }

    func perform(_ action: Action) async throws {
        do {
            try run(action)
        } catch {
            throw refusal(error)
        }
        hear()
    }

    private func refusal(_ error: ModelError) -> Refusal {
        switch error {
        case .invalidArgument: .invalidArgument
        case .outOfRange: .outOfRange
        case .internalInconsistency: .internalInconsistency
        case .hierarchyInconsistency: .hierarchyInconsistency
        case .notSupported, .unknownObject: .other
        }
    }

    private func run(_ action: Action) throws(ModelError) {
        switch action {
        case .list(let letters, let animated):
            try model.setViewControllers(list(letters), of: tabs, animated: animated)
        case .write(let letters): try model.setViewControllers(list(letters), of: tabs, animated: false)
        case .customizable(let letters): try model.setCustomizableViewControllers(list(letters), of: tabs)
        case .navigation(let name, let stack):
            let controllers = list(stack)
            guard let root = controllers.first else { return }
            let navigation = try model.createNavigationController(root: root)
            ids[name] = navigation
            for next in controllers.dropFirst() { try model.push(next, onto: navigation, animated: false) }
        case .stack(let name, let action):
            popped = try perform(action, on: id(name)).map(self.name).joined(separator: ",")
        case .show(let isVisible): try model.updateWindow(of: tabs) { $0.isVisible = isVisible }
        case .tap(let position): try tap(position)
        case .select(let name): try model.select(name == "nil" ? nil : id(name), in: tabs)
        case .index(let index): try model.selectIndex(index, in: tabs)
        case .title(let name, let text): try model.setTitle(text, of: id(name))
        case .item(let name, let field, let text): try write(field, text, of: id(name))
        case .enable(let name, let isEnabled):
            try model.setTabBarItem(of: id(name)) { $0.isEnabled = isEnabled }
        case .hideBar(let isHidden): try model.setTabBarHidden(isHidden, of: tabs)
        case .hidesBar(let name, let hides): try model.setHidesBottomBarWhenPushed(hides, of: id(name))
        case .delegate(let should, let did):
            self.should = should
            self.did = did
        case .forget:
            hear()
            log = []
        }
    }

    private func perform(
        _ action: StackAction, on navigation: ViewControllerID
    ) throws(ModelError) -> [ViewControllerID] {
        switch action {
        case .push(let name, let animated):
            for pushed in list(name) { try model.push(pushed, onto: navigation, animated: animated) }
        case .pop: return try model.pop(from: navigation, animated: false).map { [$0] } ?? []
        case .popTo(let name):
            let target = list(name).first ?? navigation
            return try model.pop(to: target, of: navigation, animated: false)
        case .popToRoot: return try model.popToRoot(of: navigation, animated: false)
        case .set(let letters, let animated):
            try model.setNavigationStack(list(letters), of: navigation, animated: animated)
        case .back: try model.tapBack(in: navigation)
        case .hideBar(let isHidden): try model.setNavigationBarHidden(isHidden, of: navigation)
        }
        return []
    }

    private func write(_ field: ItemField, _ text: String, of id: ViewControllerID) throws(ModelError) {
        let value = text.isEmpty ? nil : text
        try model.setTabBarItem(of: id) { item in
            switch field {
            case .title: item.title = value
            case .image: item.image = value
            case .selectedImage: item.selectedImage = value
            case .badge: item.badgeValue = value
            }
        }
    }

    private func tap(_ position: Int) throws(ModelError) {
        switch try model.tapItem(position, of: tabs, asking: should != nil) {
        case .finished(let isAccepted): accepted = "\(isAccepted)"
        case .pending(let question):
            selectionInQuestion = selection
            for action in should?.actions ?? [] { try run(action) }
            guard case .finished(let isAccepted) = try model.answer(question, allowed: should?.allows ?? true) else {
                return
            }
            accepted = "\(isAccepted)"
        }
        let count = log.count
        hear()
        guard log[count...].contains(where: { $0.hasPrefix("did(") }) else { return }
        for action in did { try run(action) }
    }

    private func hear() {
        let names = Dictionary(ids.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
        log += model.takeEvents().compactMap { EventLog.line($0) { names[$0] } }
    }

    private func name(_ id: ViewControllerID?) -> String {
        guard let id else { return "nil" }
        return ids.first { $0.value == id }?.key ?? "?"
    }

    private var selection: String {
        let state = model.tabBarController(tabs)
        return "\(name(state?.selectedViewController)) \(state?.selectedIndex.map(String.init) ?? "NF")"
    }

    func look(_ look: Look) -> String {
        let state = model.tabBarController(tabs)
        switch look {
        case .selection: return selection
        case .log:
            defer { log = [] }
            return log.joined(separator: " ")
        case .selectionInQuestion: return selectionInQuestion
        case .accepted: return accepted
        case .item(let name, let field):
            let item = model.tabBarItem(of: id(name))
            switch field {
            case .title: return item.title ?? ""
            case .image: return item.image ?? ""
            case .selectedImage: return item.selectedImage ?? ""
            case .badge: return item.badgeValue ?? ""
            }
        case .parent(let child): return name(model.parent(of: id(child)))
        case .tabBarController(let child): return name(model.tabBarController(of: id(child)))
        case .isLoaded(let child): return "\(model.isViewLoaded(id(child)))"
        case .tabs: return (state?.viewControllers ?? []).map(name).joined(separator: ",")
        case .customizable: return (state?.customizableViewControllers ?? []).map(name).joined(separator: ",")
        case .bar: return (state?.barItems ?? []).map(name).joined(separator: ",")
        case .highlighted: return name(state?.barSelectedItem)
        case .isBarHidden: return "\(model.isBarDrawnHidden(tabs))"
        case .stack(let navigation):
            return (model.navigationStack(id(navigation)) ?? []).map(name).joined(separator: ",")
        case .popped: return popped
        case .backTitle(let child): return model.backButtonTitle(of: id(child)) ?? ""
        case .safeArea(let child):
            let insets = model.safeAreaInsets(of: id(child))
            return "\(insets.top) \(insets.bottom)"
        }
    }
}

extension Scenario {
    /// What a letter of a list stands for: `M` is More, `T` the tab bar controller itself.
    static func name(of letter: Character) -> String {
        switch letter {
        case "M": "more"
        case "T": "tabs"
        default: String(letter)
        }
    }
}
