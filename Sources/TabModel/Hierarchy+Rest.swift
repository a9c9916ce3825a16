extension Hierarchy {
    /// The state beside the nodes: behind one reference, as every read of the model copies what it has side by side.
    struct Rest: Sendable {
        /// Who has which restoration identifier (`R3`).
        var identifiers: [Text<String>: ViewControllerID] = [:]
        /// What happened since `takeEvents`.
        var events: [Event] = []
        /// Whose change was announced since the last event of another kind.
        var justTouched: Set<ViewControllerID> = []
        /// What was presented since the last update cycle.
        var pendingPresentations: [ViewControllerID] = []
        /// The controllers that have popovers.
        var popoverOwners: Set<ViewControllerID> = []
        /// Those whose popovers are in charge of a presentation.
        var popovers: Set<ViewControllerID> = []
        /// Alerts that stay readable after their answers, the oldest answer first.
        var answeredAlerts: [ViewControllerID] = []
        /// Tab bar controllers in the middle of a change of their lists.
        var listChanges: Set<ViewControllerID> = []
        /// Navigation controllers in the middle of a change of their stacks.
        var stackChanges: [ViewControllerID: StackChange] = [:]
        /// Tab bar controllers of profile tv whose content has changed since `takeStaleFocus`.
        var staleFocus: Set<ViewControllerID> = []
        /// Where controllers were before the first move that `takeFormerParents` has not told.
        var formerParents: [ViewControllerID: ViewControllerID?] = [:]
    }
}
