/// A question to the delegate. Nothing changes before its answer (`C-5`, `S-22`).
package struct Question: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Whether a tap may select (`F-1`). `Hierarchy.answer(_:allowed:)` answers it.
        case shouldSelect
        /// Whether the user may close a tab. `Hierarchy.answer(_:allowed:)` answers it.
        case shouldClose
        /// How the change from another controller is animated (`F-8`). `Hierarchy.answer(_:animation:)` answers it.
        case animation(from: ViewControllerID)
    }

    package let token: UInt64
    package let tabBarController: ViewControllerID
    /// The tab's controller, or More.
    package let viewController: ViewControllerID
    package let kind: Kind

    /// The error of an answer to a question that is not open.
    var notOpen: ModelError {
        .internalInconsistency("question \(token) is not open; each question is answered once")
    }
}

/// The continuation after the answer to a question.
enum Inquiry: Hashable, Sendable {
    /// A tap on this target, which may be refused.
    case tap(ViewControllerID)
    /// The user wants to close this tab.
    case close(ViewControllerID)
    /// An allowed tap on this target.
    case animatedTap(ViewControllerID)
    /// The program selects this target, unless another selection has happened meanwhile.
    case selection(ViewControllerID, after: UInt64)
}

/// The result of a tap.
package enum Tap: Hashable, Sendable {
    case finished(accepted: Bool)
    /// The delegate must be asked. The tap continues with the answer.
    case pending(Question)
}
