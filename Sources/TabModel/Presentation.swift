/// One controller over another: what the one that covers its window's content is doing (`P65` to `P72`).
struct Presentation: Hashable, Sendable {
    let presented: ViewControllerID
    /// Full screen: the presenter's view leaves the window (`P67`).
    let covers: Bool
    let animated: Bool
    /// Called for, and waiting for the next update cycle (`P6`).
    var isPending = true
}
