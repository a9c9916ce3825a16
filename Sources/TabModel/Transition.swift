/// A change of tabs that has begun and not ended (`G-25`): the "will" callbacks were sent, the "did" callbacks were not.
package struct Transition: Hashable, Sendable {
    /// Never used again for another one.
    package let token: UInt64
    let departure: Departure
    package let to: ViewControllerID
    /// How far the delegate has driven an interactive one, 0 to 1.
    package internal(set) var progress = 0.0
    let order: TransitionOrder
    /// Container before child.
    let coming: [ViewControllerID]
    let going: [ViewControllerID]

    package var from: ViewControllerID { departure.displayed }
    package var animation: Animation { departure.animation }
}

/// How an animated change of tabs is drawn, and what it comes back to when it is cancelled (`C-26`).
struct Departure: Hashable, Sendable {
    let animation: Animation
    let displayed: ViewControllerID
    let slot: Slot
    let lastDirect: ViewControllerID?
}
