package import DBusInterface
package import EventLoop
package import TabInterface

/// A view controller's owner that can be a delegate.
@EventLoop
package protocol DelegateOwner: ContentOwner {
    /// Asks the delegate about a tab bar controller, or about a view controller in a popover.
    ///
    /// - Parameter completion: Called at most once, possibly before this returns.
    /// - Returns: The question's token.
    func putQuestion(
        _ question: DelegateQuestion, in controller: ViewControllerID,
        completion: @escaping @EventLoop (DelegateAnswer) -> Void
    ) -> UInt64
    /// Cancels a question. Its completion need not be called.
    func withdrawQuestion(_ question: UInt64)
    /// - Parameter subject: The tab bar controller, or the view controller in the popover.
    func notify(_ notice: DelegateNotice, about subject: ViewControllerID)
}

/// A question to the delegate of a tab bar controller or popover.
package struct DelegateQuestion: Hashable, Sendable {
    /// The names on the private connection, in the order of `tab_question`.
    enum Kind: String, CaseIterable {
        case shouldSelect, supportedOrientations, preferredOrientation, animation
        case prepareForPresentation, shouldDismiss, reposition, adaptiveStyle, adaptiveViewController
    }

    let kind: Kind
    /// The view controller to select.
    var target: ViewControllerID?
    /// The arguments of the question in the C interface.
    var arguments: [String: Variant] = [:]

    /// Whether the plugin's commands run at once while it is asked, as in `shouldSelect`. In other questions they run
    /// afterwards (S-24).
    var isDirect: Bool { kind == .shouldSelect }

    /// Whether a tap may select this view controller (`b`).
    package static func shouldSelect(_ target: ViewControllerID) -> Self { Self(kind: .shouldSelect, target: target) }
    /// The animation of a change from one view controller to another (`a{sv}`).
    package static func animation(from: ViewControllerID, to: ViewControllerID) -> Self {
        Self(kind: .animation, target: to, arguments: ["From": from.variant])
    }
    /// A UIInterfaceOrientationMask (`u`).
    package static let supportedOrientations = Self(kind: .supportedOrientations)
    /// The name of an orientation (`s`).
    package static let preferredOrientation = Self(kind: .preferredOrientation)

    /// The popover may be configured until the answer (`b`, ignored).
    package static let prepareForPresentation = Self(kind: .prepareForPresentation)
    /// Whether the user may dismiss the popover (`b`).
    package static let shouldDismiss = Self(kind: .shouldDismiss)
    /// The new anchor of the popover, and its view (`((dddd)(tu))`).
    package static func reposition(rect: DBusRect, controller: ViewControllerID, view: UInt32) -> Self {
        let view = Variant.structure([controller.variant, .uint32(view)])
        return Self(kind: .reposition, arguments: ["Rect": rect.variant, "View": view])
    }
    /// The style in a window of these size classes (`s`); empty for no answer.
    package static func adaptiveStyle(horizontal: String, vertical: String) -> Self {
        Self(kind: .adaptiveStyle, arguments: ["Horizontal": .string(horizontal), "Vertical": .string(vertical)])
    }
    /// The view controller to present instead in another style (`t`); 0 for the same one.
    package static func adaptiveViewController(style: String) -> Self {
        Self(kind: .adaptiveViewController, arguments: ["Style": .string(style)])
    }
}

/// A notification for the delegate of a tab bar controller or of a popover.
package struct DelegateNotice {
    package enum Kind: String {
        case didSelect, willBeginCustomizing, willEndCustomizing, didEndCustomizing
        case willPresentWithAdaptiveStyle, willDismiss, didDismiss, didAttemptToDismiss
        /// The view controller has stopped being the delegate.
        case released
    }

    let kind: Kind
    /// The selected view controller, or the tabs in their order.
    let viewControllers: [ViewControllerID]
    /// Whether the user has changed the order.
    let changed: Bool
    let style: String

    package init(_ kind: Kind, _ viewControllers: [ViewControllerID] = [], changed: Bool = false, style: String = "") {
        self.kind = kind
        self.viewControllers = viewControllers
        self.changed = changed
        self.style = style
    }
}

/// The answer of a delegate.
package enum DelegateAnswer {
    case given(Variant)
    /// An error, or a timeout.
    case failed
    /// The owner does not implement the question.
    case notImplemented
}
