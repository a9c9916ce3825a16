import TabModel

/// How long others are waited for, in milliseconds; the configuration's `[deadlines]` can say otherwise.
struct Deadlines: Hashable, Sendable {
    /// A delegate's answer, when SetDelegate says nothing else, and always a plugin's.
    var delegate = 500
    /// A remote view controller that handles an action.
    var action = 5000
    /// An owner that brings its view up to date for GetView.
    var updateContent = 100
    /// A delegate that drives an interactive transition: then it is finished.
    var interactiveTransition = 10_000
    /// The focus on an item of a bar in profile tv: then that is selected (`S-76`).
    var focus = 300
    /// A popover that was presented before it has an anchor.
    var anchor = Int(Hierarchy.anchorTimeout)
}
