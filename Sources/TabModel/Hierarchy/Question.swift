/// Something that waits for the delegate; nothing has changed yet (`C-5`, `S-22`).
package struct Question: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Whether a tap may select (`F-1`); answered by `Hierarchy.answer(_:allowed:)`.
        case shouldSelect
        /// How the change from another controller is animated (`F-8`); answered by `Hierarchy.answer(_:animation:)`.
        case animation(from: ViewControllerID)
    }

    package let token: UInt64
    package let tabBarController: ViewControllerID
    /// The tab's controller, or More.
    package let viewController: ViewControllerID
    package let kind: Kind
}

/// What goes on after the answer to a question.
enum Inquiry: Hashable, Sendable {
    /// A tap on this target, which may be refused.
    case tap(ViewControllerID)
    /// An allowed tap on this target.
    case animatedTap(ViewControllerID)
    /// The program selects this target, unless there was another selection meanwhile: then the later one counts.
    case selection(ViewControllerID, after: UInt64)
}
