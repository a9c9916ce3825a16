/// The focus of a tab bar controller.
enum Focus: Hashable, Sendable {
    /// On an item of the bar; nil for an empty bar.
    case bar(Int?)
    /// On an item that is selected after the delay, unless the focus moves before. Only in profile tv.
    case pending(Int, token: UInt64)
    /// On a view of the content.
    case content(ViewAddress)

    var isInContent: Bool { if case .content = self { true } else { false } }
}

/// The views of the displayed content that can have the focus. The model knows nothing else about views.
package struct FocusContent: Hashable, Sendable {
    /// In the order of the view tree.
    package let views: [FocusableView]
    /// The content's preferred focused view. It counts only if it is among `views`.
    package let preferred: ViewAddress?

    package init(views: [FocusableView] = [], preferred: ViewAddress? = nil) {
        self.views = views
        self.preferred = preferred
    }

    func contains(_ id: ViewAddress) -> Bool { views.contains { $0.id == id } }

    /// The preferred view; nil when it can't have the focus (`J-7`).
    var preferredView: ViewAddress? { preferred.flatMap { contains($0) ? $0 : nil } }

    /// The target of a focus that enters the content or lost its view (`S-81`).
    var initial: ViewAddress? { preferredView ?? views.first?.id }
}

/// A view of the content that can have the focus.
package struct FocusableView: Hashable, Sendable {
    package let id: ViewAddress
    /// In the coordinates of the tab bar controller's view.
    package let frame: Rect

    package init(id: ViewAddress, frame: Rect) {
        self.id = id
        self.frame = frame
    }
}
