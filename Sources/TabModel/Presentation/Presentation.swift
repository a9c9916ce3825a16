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

/// `UIModalPresentationStyle`, by its names on the bus (`P2`).
package enum ModalPresentationStyle: String, Sendable, CaseIterable {
    case automatic, none, fullScreen, pageSheet, formSheet, currentContext, overFullScreen, overCurrentContext, popover

    /// Whether the presenter's view leaves the window (`P67`).
    package var covers: Bool { self == .fullScreen || self == .currentContext }

    /// What an answer about adapting means: nil when it is none that counts (`P62`).
    var adaptation: ModalPresentationStyle? {
        switch self {
        case .none, .fullScreen, .overFullScreen, .pageSheet, .formSheet: self
        case .automatic, .currentContext, .overCurrentContext, .popover: nil
        }
    }
}

/// What is wished of the sheet that a popover adapts to (`P75`); front ends draw it.
package struct SheetConfiguration: Hashable, Sendable {
    package enum Detent: String, Sendable, CaseIterable {
        case medium, large
    }

    package var detents: [Detent] = [.large]
    package var selectedDetent: Detent?
    package var prefersGrabberVisible = false

    package init() {}
}

/// What became of a user's attempt to dismiss a popover.
package enum DismissalAttempt: Hashable, Sendable {
    case dismissed
    case refused
    /// The delegate has to be asked.
    case pending(PopoverQuestion)
    /// There is nothing to dismiss.
    case none
}
