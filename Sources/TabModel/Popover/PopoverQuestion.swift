/// A question to the delegate of a popover. Each popover has at most one open question.
package struct PopoverQuestion: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The popover may be configured until the answer (`P60`).
        case prepareForPresentation
        /// Whether the user may dismiss it (`P55`).
        case shouldDismiss
        /// The new anchor after a change of the surroundings. A nil rect is the null rect (`P61`).
        case willReposition(Rect?, ViewAddress)
        /// The style in these size classes (`P62`).
        case adaptiveStyle(horizontal: SizeClass, vertical: SizeClass)
        /// The replacement in another style (`P63`).
        case adaptiveViewController(ModalPresentationStyle)
    }

    package let token: UInt64
    /// The controller of the popover.
    package let viewController: ViewControllerID
    package let kind: Kind
}

extension PopoverQuestion.Kind {
    /// The delegate's method.
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

/// The answer of a popover's delegate.
package enum PopoverAnswer: Hashable, Sendable {
    /// No answer, or a late one: the default applies.
    case none
    case allowed(Bool)
    case place(Rect?, ViewAddress)
    case style(ModalPresentationStyle)
    case viewController(ViewControllerID)
}
