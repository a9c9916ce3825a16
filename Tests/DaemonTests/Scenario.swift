import TabModel

/// One case of the specification, in words that model and bus both understand.
///
/// Controllers have names: one letter for a plain one, `N` and `O` for navigation controllers, `more` and its `list`,
/// `tabs`, `other`, `nil`.
struct Scenario: Sendable {
    let name: String
    var profile = Profile.phone
    var order = LifecycleOrder.modern
    /// Whether focus on an item stays pending for longer than the scenario runs, in place of being over at once.
    var isFocusPending = false
    let steps: [Step]

    init(
        _ name: String, profile: Profile = .phone, order: LifecycleOrder = .modern, isFocusPending: Bool = false,
        _ steps: Step...
    ) {
        self.init(name, profile: profile, order: order, isFocusPending: isFocusPending, steps: steps)
    }

    init(
        _ name: String, profile: Profile = .phone, order: LifecycleOrder = .modern, isFocusPending: Bool = false,
        steps: [Step]
    ) {
        self.name = name
        self.profile = profile
        self.order = order
        self.isFocusPending = isFocusPending
        self.steps = steps
    }

    /// What a letter of a list stands for: `M` is More, `T` the tab bar controller itself.
    static func name(of letter: Character) -> String {
        switch letter {
        case "M": "more"
        case "T": "tabs"
        default: String(letter)
        }
    }
}
