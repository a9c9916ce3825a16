import TabModel

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
