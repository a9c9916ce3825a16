import DBusConnection
import TabModel

/// Runs scenarios on the model alone.
@EventLoop
final class ModelDriver: ScenarioDriver {
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
    /// Whether the delegate of the popover that covers a gesture is asked.
    var isGestureCovered = false
    var popped = ""
    /// The focusable views of the controllers, and the preferred ones.
    var views: [String: (frames: [UInt32: Rect], preferred: UInt32)] = [:]
    /// What popovers' delegates answer, by the presented controller, and what they were told.
    var scripts: [String: PopoverScript] = [:]
    var told: [String: [String]] = [:]
    var outcomes: [String: String] = [:]
    /// What the owners of controllers want back.
    var states: [String: String] = [:]
    /// The selection by focus that waits for its delay.
    private(set) var pendingSelection: UInt64?

    init(_ scenario: Scenario, _ stage: BusStage?) throws {
        self.scenario = scenario
        launch()
    }

    /// Makes the tab bar controller.
    func launch() {
        tabs = model.createTabBarController(
            profile: scenario.profile, lifecycleOrder: scenario.order, maximumVisibleItems: 7)
        ids["tabs"] = tabs
        ids["more"] = model.moreNavigationController(of: tabs)
        ids["list"] = model.moreList(of: tabs)
        _ = model.takeEvents()
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
            // A gesture that a popover covers fails, and dismisses that.
            try? settlePopovers()
            hear()
            throw refusal(error)
        }
        do throws(ModelError) {
            try settlePopovers()
        } catch {
            throw refusal(error)
        }
        reviseFocus()
        hear()
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
        case .unknownObject: .other
        }
    }

    func end() -> String? { nil }

    func hear() {
        let names = Dictionary(ids.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
        for event in model.takeEvents() {
            note(event)
            if case .selectionPending(tabs, let token) = event { pendingSelection = token }
            if let word = EventLog.word(event, { names[$0] }) { words.append(word) }
        }
    }
}
