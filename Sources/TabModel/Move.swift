/// One controller on its way to another container, or to none.
struct Move: Sendable {
    let id: ViewControllerID
    let parent: ViewControllerID?
    /// Whether `willMove` was sent already, before the controller left its old place (`S-28`).
    var isAnnounced = false
}
