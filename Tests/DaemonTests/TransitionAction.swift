/// What becomes of the animated change of tabs that runs.
enum TransitionAction: Sendable {
    case update(Double)
    case finish
    case cancel
    /// Its time is over.
    case end
}
