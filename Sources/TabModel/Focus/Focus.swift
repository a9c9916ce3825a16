/// The focus of a tab bar controller of profile tv.
enum Focus: Hashable, Sendable {
    /// On an item of the bar; nil for an empty bar.
    case bar(Int?)
    /// On an item that is selected after the delay, unless the focus moves before.
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

/// Directional focus by geometry (`J-5`, `S-75`): a pure function from rectangles to a view.
enum FocusSearch {
    /// Returns the first view straight in a direction from a rectangle: their extents across overlap, and the view lies
    /// beyond.
    ///
    /// The smallest gap wins, then the smallest distance of centres across, then the order of the list.
    static func next(_ direction: FocusDirection, from origin: Rect, in views: [FocusableView]) -> ViewAddress? {
        let from = extents(of: origin, direction)
        let beyond = views.compactMap { view -> (id: ViewAddress, gap: Double, offset: Double)? in
            let to = extents(of: view.frame, direction)
            let gap = to.along.start - from.along.end
            guard gap >= 0, to.across.start < from.across.end, from.across.start < to.across.end else { return nil }
            return (view.id, gap, abs(to.across.middle - from.across.middle))
        }
        return beyond.min { ($0.gap, $0.offset) < ($1.gap, $1.offset) }?.id
    }

    /// Returns the view whose centre is closest to that of a rectangle; the first one if several are.
    static func closest(to origin: Rect, in views: [FocusableView]) -> ViewAddress? {
        func distance(_ view: FocusableView) -> Double {
            let (x, y) = (view.frame.midX - origin.midX, view.frame.midY - origin.midY)
            return x * x + y * y
        }
        return views.min { distance($0) < distance($1) }?.id
    }

    /// Returns a rectangle in the coordinates of a direction: growing along the direction, and across it.
    private static func extents(of rect: Rect, _ direction: FocusDirection) -> (along: Extent, across: Extent) {
        let (x, y) = (Extent(start: rect.x, end: rect.maxX), Extent(start: rect.y, end: rect.maxY))
        return switch direction {
        case .down: (y, x)
        case .up: (y.reversed, x)
        case .right: (x, y)
        case .left: (x.reversed, y)
        }
    }
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

/// The direction of a button or swipe.
enum FocusDirection: String { case up, down, left, right }

/// The result of pressing a button of the remote control.
package enum Press: Hashable, Sendable {
    /// An unhandled press belongs to the system (`J-9`).
    case finished(handled: Bool)
    /// The focused item must be selected first, as by a tap. Then the press is repeated (`J-6`).
    case selectsFirst(position: Int)
    /// The focused view performs its action.
    case activates(ViewAddress)
}

/// A button of the remote control.
package enum RemoteButton: String, Hashable, Sendable, CaseIterable {
    case up, down, left, right, select, menu

    /// The buttons with a direction, which are also swipes.
    package static let directions: [RemoteButton] = [.up, .down, .left, .right]

    var direction: FocusDirection? { FocusDirection(rawValue: rawValue) }
}
