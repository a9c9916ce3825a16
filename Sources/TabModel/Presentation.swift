/// One controller over another: what the one that covers its window's content is doing (`P65` to `P72`).
package struct Presentation: Hashable, Sendable {
    /// What is displayed: a popover's controller may be replaced while it is adapted (`P63`).
    package internal(set) var presented: ViewControllerID
    /// The controller whose popover is in charge; nil in another style.
    let popover: ViewControllerID?
    /// Full screen: the presenter's view leaves the window (`P67`).
    package internal(set) var covers: Bool
    let animated: Bool
    /// Called for, and waiting for the next update cycle (`P6`).
    package internal(set) var isPending = true
    /// Of a popover: whether it has waited long enough for an anchor.
    var isDue = false
    /// Of a popover: whether it waits for a reader even with an anchor, as more calls may configure it (`P6`).
    var awaitsReader = false
    /// Of a popover: whether the end of the wait was asked for.
    var isTimed = false
}
