/// Something that waits for the delegate of a popover. One is open at a time per popover.
package struct PopoverQuestion: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The popover may be configured until the answer (`P60`).
        case prepareForPresentation
        /// Whether the user may dismiss it (`P55`).
        case shouldDismiss
        /// Where it points after a change of its surroundings; a nil rect is the null rect (`P61`).
        case willReposition(Rect?, ViewAddress)
        /// What it is presented as in these size classes (`P62`).
        case adaptiveStyle(horizontal: SizeClass, vertical: SizeClass)
        /// What is presented in its place in another style (`P63`).
        case adaptiveViewController(ModalPresentationStyle)
    }

    package let token: UInt64
    /// The controller whose popover it is.
    package let viewController: ViewControllerID
    package let kind: Kind
}

extension PopoverQuestion.Kind {
    /// The method of the delegate that is asked.
    package var callback: PopoverCallback {
        switch self {
        case .prepareForPresentation: .prepareForPresentation
        case .shouldDismiss: .shouldDismiss
        case .willReposition: .willReposition
        case .adaptiveStyle: .adaptiveStyle
        case .adaptiveViewController: .adaptiveViewController
        }
    }
}

/// What a popover's delegate says.
package enum PopoverAnswer: Hashable, Sendable {
    /// It doesn't say, or not in time: all stays as it would be without a delegate.
    case none
    case allowed(Bool)
    case place(Rect?, ViewAddress)
    case style(ModalPresentationStyle)
    case viewController(ViewControllerID)
}
