/// A presentation of one controller over another (`P65` to `P72`).
package struct Presentation: Hashable, Sendable {
    /// The maximum number of presentations over each other.
    static let maximum = 32

    /// The displayed controller. A popover's controller may be replaced while it is adapted (`P63`).
    package internal(set) var presented: ViewControllerID
    /// The controller whose popover governs the presentation; nil in another style.
    let popover: ViewControllerID?
    /// Full screen: the presenter's view leaves the window (`P67`).
    package internal(set) var covers: Bool
    let animated: Bool
    /// Whether it waits for the next update cycle (`P6`).
    package internal(set) var isPending = true
    /// For a popover: whether its wait for an anchor is over.
    var isDue = false
    /// For a popover: whether it waits until a client reads it even with an anchor, because more calls may configure it
    /// (`P6`).
    var awaitsReader = false
    /// For a popover: whether the end of the wait was requested.
    var isTimed = false
}

/// `UIModalPresentationStyle`, with its names on the bus (`P2`).
package enum ModalPresentationStyle: String, Sendable, CaseIterable {
    case automatic, none, fullScreen, pageSheet, formSheet, currentContext, overFullScreen, overCurrentContext, popover

    /// Whether the presenter's view leaves the window (`P67`).
    package var covers: Bool { self == .fullScreen || self == .currentContext }

    /// The style for an adaptive answer; nil for an answer without effect (`P62`).
    var adaptation: ModalPresentationStyle? {
        switch self {
        case .none, .fullScreen, .overFullScreen, .pageSheet, .formSheet: self
        case .automatic, .currentContext, .overCurrentContext, .popover: nil
        }
    }
}

/// The settings of the sheet that a popover adapts to (`P75`). Front ends draw it.
package struct SheetConfiguration: Hashable, Sendable {
    package enum Detent: String, Sendable, CaseIterable {
        case medium, large
    }

    package var detents: [Detent] = [.large]
    package var selectedDetent: Detent?
    package var prefersGrabberVisible = false

    package init() {}
}

/// The result of a user's attempt to dismiss a popover.
package enum DismissalAttempt: Hashable, Sendable {
    case dismissed
    case refused
    /// The delegate must be asked.
    case pending(PopoverQuestion)
    /// There is nothing to dismiss.
    case none
}
