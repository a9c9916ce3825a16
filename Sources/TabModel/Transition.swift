/// A change of tabs that has begun and not ended (`G-25`): the "will" callbacks were sent, the "did" callbacks were not.
package struct Transition: Hashable, Sendable {
    /// Never used again for another one.
    package let token: UInt64
    package let from: ViewControllerID
    package let to: ViewControllerID
    package let animation: Animation
    /// How far the delegate has driven an interactive one, 0 to 1.
    package internal(set) var progress = 0.0
    let order: TransitionOrder
    let departure: Departure
    /// Container before child.
    let coming: [ViewControllerID]
    let going: [ViewControllerID]
}

/// What an animated change of tabs comes back to when it is cancelled (`C-26`).
struct Departure: Hashable, Sendable {
    let displayed: ViewControllerID
    let slot: Slot
    let lastDirect: ViewControllerID?
}
