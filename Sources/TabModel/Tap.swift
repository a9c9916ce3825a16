/// What became of a tap.
package enum Tap: Hashable, Sendable {
    case finished(accepted: Bool)
    /// The delegate has to be asked; the tap goes on with the answer.
    case pending(Question)
}
