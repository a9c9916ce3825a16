import TabModel

/// How the delegate of a scenario deals with a question: it does something, then it answers.
struct Question: Sendable {
    var actions: [Action] = []
    let allows: Bool
    /// Controllers for which the answer is the opposite.
    var except = ""

    static let allow = Question(allows: true)
    static let deny = Question(allows: false)

    func allows(_ name: String) -> Bool { except.contains(name) ? !allows : allows }
}

/// How the delegate of a scenario wants a change of tabs to be animated.
enum Animator: Sendable {
    /// It is asked, and wants none.
    case none
    /// In seconds.
    case lasting(Double)
    case interactive

    var animation: Animation? {
        switch self {
        case .none: nil
        case .lasting(let seconds): Animation(duration: seconds)
        case .interactive: Animation(duration: 0, isInteractive: true)
        }
    }
}
