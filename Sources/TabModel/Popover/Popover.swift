/// The popover of one view controller, `UIPopoverPresentationController` (`P2`).
struct Popover: Sendable {
    /// The work of the next update cycle for a popover.
    enum Step: Hashable, Sendable {
        /// Determine the style of the presentation, at its beginning and in other size classes (`P74`).
        case adapt
        case present(as: ModalPresentationStyle)
        /// Change to another style, possibly with another controller (`P63`).
        case replace(by: ViewControllerID?, as: ModalPresentationStyle)
        case show
        /// Compute the placement, after asking the delegate if the container's size changed (`P61`).
        case layOut(asking: Bool)
    }

    /// Unique among all popovers.
    let number: UInt64
    var configuration = PopoverConfiguration()
    /// The callbacks that its delegate implements; empty without a delegate.
    var delegateMethods: Set<PopoverCallback> = []
    var step: Step?
    var question: PopoverQuestion?
    /// Whether it is on the screen, also while adapted.
    var isPresented = false
    /// `none` unless it is adapted.
    var adaptiveStyle = ModalPresentationStyle.none
    /// The size classes for which the style was determined.
    var classes: [SizeClass] = []
    /// Whether the delegate was already asked to configure it (`P60`).
    var isPrepared = false
    /// Whether the configuration has changed since the placement.
    var needsLayout = false
    /// The placement; nil before and after the presentation, and while adapted.
    var placement: PopoverPlacement?
    var extendsUnderArrow = false
    /// The anchor's rectangle in the window. It is kept when the anchor leaves the window (`P80`).
    var anchor: Rect?
    /// The container's size at the last placement or at the question to the delegate.
    var containerSize: Size?
    /// The surroundings and the preferred size of the last placement.
    var surroundings: PopoverSurroundings?
    var wantedContentSize: Size?
    /// The replacement that is presented while the popover is adapted (`P63`).
    var replacement: ViewControllerID?

    func has(_ callback: PopoverCallback) -> Bool { delegateMethods.contains(callback) }

    /// Removes the state of a presentation.
    mutating func reset() {
        var popover = Popover(number: number)
        popover.configuration = configuration
        popover.delegateMethods = delegateMethods
        self = popover
    }

    /// Computes the placement from scratch (`P42`).
    /// - Returns: Whether the frame of the content may have changed.
    mutating func place(at anchor: Rect, in window: Window, wanting size: Size) -> Bool {
        let surroundings = PopoverSurroundings(window, margins: configuration.layoutMargins)
        let placement = PopoverPlacement(
            of: size, at: anchor, in: surroundings,
            permitted: configuration.permittedArrowDirections, canOverlap: configuration.canOverlapSourceViewRect,
            metrics: configuration.metrics)
        self.anchor = anchor
        containerSize = window.size
        self.surroundings = surroundings
        wantedContentSize = size
        guard placement != self.placement || extendsUnderArrow != configuration.contentExtendsUnderArrow else {
            return false
        }
        self.placement = placement
        extendsUnderArrow = configuration.contentExtendsUnderArrow
        return true
    }

    /// Continues after the delegate's answer to a question. A late or invalid answer has no effect.
    mutating func accept(_ answer: PopoverAnswer, to kind: PopoverQuestion.Kind) {
        switch (kind, answer) {
        case (.adaptiveStyle, _):
            var style = ModalPresentationStyle.formSheet
            if case .style(let answered) = answer, let adaptation = answered.adaptation { style = adaptation }
            step = .present(as: classes.contains(.compact) ? style : .none)
        case (.adaptiveViewController(let style), .viewController(let replacement)):
            step = .replace(by: replacement, as: style)
        case (.adaptiveViewController(let style), _):
            step = .replace(by: nil, as: style)
        case (.willReposition(let askedRect, let askedView), .place(let rect, let view)):
            // A value that the answer repeats is not written: another client may have changed it meanwhile.
            if rect != askedRect { configuration.sourceRect = rect }
            if view != askedView { configuration.sourceView = view }
        default: break
        }
    }
}

/// An event of a popover, for its delegate and for all clients.
package enum PopoverEvent: Hashable, Sendable {
    /// The controller's style is popover now, so the popover can be configured (`P4`).
    case created
    /// A popover with defaults replaced the one with this number (`P8`).
    case renewed(UInt64)
    /// Another controller is presented in its place (`P63`).
    case replaced(ViewControllerID)
    /// The popover no longer exists.
    case released
    case prepareForPresentation
    case shouldDismiss
    case willDismiss
    case didDismiss
    case didAttemptToDismiss
    case willReposition(Rect?, ViewAddress)
    case willPresentWithAdaptiveStyle(ModalPresentationStyle)
    case chromeChanged(String, animated: Bool)
    /// A question to the delegate. `Hierarchy.answer(_:_:)` continues.
    case asks(PopoverQuestion)
}

/// The callbacks of a popover's delegate (`P59` to `P64`). All are optional.
package enum PopoverCallback: String, Sendable, CaseIterable {
    case prepareForPresentation = "PrepareForPopoverPresentation"
    case shouldDismiss = "ShouldDismiss"
    case willDismiss = "WillDismiss"
    case didDismiss = "DidDismiss"
    case didAttemptToDismiss = "DidAttemptToDismiss"
    case willReposition = "WillReposition"
    case adaptiveStyle = "AdaptivePresentationStyle"
    case adaptiveViewController = "ViewControllerForAdaptivePresentationStyle"
    case willPresentWithAdaptiveStyle = "WillPresentWithAdaptiveStyle"
}
