/// The state of a hierarchy besides its nodes. It is behind one reference, because every read of the model copies the
/// stored properties.
struct Records: Sendable {
    /// The controllers by restoration identifier (`R3`).
    private(set) var identifiers: [Text<String>: ViewControllerID] = [:]
    /// The controllers that were presented since the last update cycle.
    var pendingPresentations: [ViewControllerID] = []
    /// The controllers that have popovers.
    var popoverOwners: Set<ViewControllerID> = []
    /// The controllers whose popovers govern a presentation.
    var popovers: Set<ViewControllerID> = []
    /// The answered alerts that stay readable, the oldest answer first.
    var answeredAlerts: [ViewControllerID] = []
    /// The tab bar controllers in the middle of a list change.
    var listChanges: Set<ViewControllerID> = []
    /// The navigation controllers in the middle of a stack change.
    var stackChanges: [ViewControllerID: StackChange] = [:]
    /// The tab bar controllers of profile tv whose content has changed since `drainStaleFocus`.
    var staleFocus: Set<ViewControllerID> = []
    /// The tab bar controllers of other profiles whose focus is switched on.
    var movingFocus: Set<ViewControllerID> = []
    /// The parents before the first move since `drainFormerParents`.
    var formerParents: [ViewControllerID: ViewControllerID?] = [:]
    /// The former containers of controllers that `detach` has removed and that are not destroyed yet.
    var detached: [ViewControllerID: ViewControllerID] = [:]

    /// Decides whether texts may grow; nil for always.
    var growthRefusal: Hierarchy.GrowthRefusal?
    /// The controllers whose texts have another size since `drainTextChanges`.
    var textChanges: Set<ViewControllerID> = []

    /// The events since `drainEvents`.
    private(set) var events: [Event] = []
    /// The controllers that were marked since the last event of another kind.
    private var justMarked: Set<ViewControllerID> = []

    mutating func drainEvents() -> [Event] {
        defer { (events, justMarked) = ([], []) }
        return events
    }

    mutating func add(_ event: Event) {
        justMarked = []
        events.append(event)
    }

    /// Adds `changed`, unless the last event already says so.
    mutating func addChange(of id: ViewControllerID) {
        if justMarked.insert(id).inserted { events.append(.changed(id)) }
    }

    // MARK: Restoration identifiers

    /// Gives a controller an identifier; `""` for none. Identifiers are unique (`R3`).
    mutating func identify(
        _ id: ViewControllerID, as identifier: String, insteadOf old: String = ""
    ) throws(ModelError) {
        if let other = identifiers[Text(identifier)] {
            throw .invalidArgument(
                "RestorationIdentifier '\(identifier.prefix(200))' already belongs to \(other.describe)")
        }
        removeIdentifier(old)
        if !identifier.isEmpty { identifiers[Text(identifier)] = id }
    }

    mutating func removeIdentifier(_ identifier: String) {
        if !identifier.isEmpty { identifiers[Text(identifier)] = nil }
    }
}
