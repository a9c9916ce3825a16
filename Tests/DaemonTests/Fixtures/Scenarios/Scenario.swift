/// One case of the rules in `docs/rules`, as steps that run on the model and over the bus.
///
/// Controllers have names: one letter for a plain one, `N` and `O` for navigation controllers, `more` and its `list`,
/// `tabs`, `other`, `nil`.
struct Scenario: Sendable {
    let name: String
    /// The numbers of the rules that this scenario holds.
    let rules: [Substring]
    var profile = Profile.phone
    var order = LifecycleOrder.modern
    /// Whether delays last longer than the scenario: that of the focus on an item, and that of a popover without
    /// anchor.
    var hasLongDelays = false
    let steps: [Step]

    init(
        _ name: String, rules: String = "", profile: Profile = .phone, order: LifecycleOrder = .modern,
        hasLongDelays: Bool = false, _ steps: Step...
    ) {
        self.init(name, rules: rules, profile: profile, order: order, hasLongDelays: hasLongDelays, steps: steps)
    }

    init(
        _ name: String, rules: String = "", profile: Profile = .phone, order: LifecycleOrder = .modern,
        hasLongDelays: Bool = false, steps: [Step]
    ) {
        self.name = name
        self.rules = rules.split(separator: " ")
        self.profile = profile
        self.order = order
        self.hasLongDelays = hasLongDelays
        self.steps = steps
    }

    /// The controller for a letter of a list: `M` is More, `T` the tab bar controller itself.
    static func name(of letter: Character) -> String {
        switch letter {
        case "M": "more"
        case "T": "tabs"
        default: String(letter)
        }
    }
}

/// The owner of the scenario's controllers in a run over the bus.
enum ScenarioHosting: String, CaseIterable {
    /// The client, which is also the program and the delegate.
    case client = "bus"
    /// The plugin of `Fixtures/scenario.c`, in the daemon.
    case inProcess = "in-process plugins"
    /// The same plugin in its own process.
    case isolated = "isolated plugins"
    /// Another client that offers classes with the same commands (`ScenarioClient`).
    case remote = "classes of a client"

    /// The value of the setting, or nil without a plugin.
    var isolation: String? {
        switch self {
        case .client, .remote: nil
        case .inProcess: "in-process"
        case .isolated: "process"
        }
    }

    var title: String { rawValue }
}
