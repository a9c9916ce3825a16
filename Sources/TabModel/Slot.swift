/// What a bar highlights.
enum Slot: Hashable, Sendable {
    case none
    /// A member of the list with a tab of its own; in profile tv also one that has no item (`S-80`).
    case tab(ViewControllerID)
    case more
}
