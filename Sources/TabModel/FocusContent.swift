/// What the displayed content offers to the focus; the model knows nothing else of views.
package struct FocusContent: Hashable, Sendable {
    /// In the order of the view tree.
    package let views: [FocusableView]
    /// The content's preferred focused view, which counts while it is among `views`.
    package let preferred: ViewAddress?

    package init(views: [FocusableView] = [], preferred: ViewAddress? = nil) {
        self.views = views
        self.preferred = preferred
    }

    func contains(_ id: ViewAddress) -> Bool { views.contains { $0.id == id } }

    /// The preferred view; nil when it can't have the focus (`J-7`).
    var preferredView: ViewAddress? { preferred.flatMap { contains($0) ? $0 : nil } }

    /// Where focus goes that was somewhere else in the content (`S-81`).
    var initial: ViewAddress? { preferredView ?? views.first?.id }
}
