/// One controller over another: what the one that covers its window's content is doing (`P65` to `P72`).
package struct Presentation: Hashable, Sendable {
    package let presented: ViewControllerID
    /// Full screen: the presenter's view leaves the window (`P67`).
    package let covers: Bool
    let animated: Bool
    /// Called for, and waiting for the next update cycle (`P6`).
    package internal(set) var isPending = true
}
