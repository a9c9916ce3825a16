/// Where the focus of a tab bar controller of profile tv is (section J).
enum Focus: Hashable, Sendable {
    /// On an item of the bar; nil when there is none.
    case bar(Int?)
    /// On an item that is to be selected when the delay is over, unless the focus moves on before.
    case pending(Int, token: UInt64)
    /// On a view of the content.
    case content(ViewAddress)

    var isInContent: Bool {
        guard case .content = self else { return false }
        return true
    }
}

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

/// Directional focus by geometry (`J-5`, `S-75`).
///
/// Pure: rectangles in, a view out.
enum FocusSearch {
    /// The first view straight in a direction from a rectangle: their extents across overlap, and it lies beyond.
    ///
    /// The least gap counts, then the least distance of centres across, then the order of the list.
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

    /// The view whose centre is closest to that of a rectangle, the first of them in the list.
    static func closest(to origin: Rect, in views: [FocusableView]) -> ViewAddress? {
        func distance(_ view: FocusableView) -> Double {
            let (x, y) = (view.frame.midX - origin.midX, view.frame.midY - origin.midY)
            return x * x + y * y
        }
        return views.min { distance($0) < distance($1) }?.id
    }

    /// A rectangle as a direction sees it: growing along the direction, and across it.
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
    /// In the tab bar controller's view.
    package let frame: Rect

    package init(id: ViewAddress, frame: Rect) {
        self.id = id
        self.frame = frame
    }
}

/// Where a user moves the focus, by a button or by a swipe.
enum FocusDirection: String { case up, down, left, right }

/// What became of a press on the remote control.
package enum Press: Hashable, Sendable {
    /// Not handled: it is the system's (`J-9`).
    case finished(handled: Bool)
    /// The focused item has to be selected first, as by a tap; then the press is made again (section J, `PENDING`).
    case selectsFirst(position: Int)
    /// The view that has the focus is to do what it does.
    case activates(ViewAddress)
}

/// A button of the remote control.
package enum RemoteButton: String, Hashable, Sendable, CaseIterable {
    case up, down, left, right, select, menu

    /// The buttons with a direction, which a user can swipe in as well.
    package static let directions: [RemoteButton] = [.up, .down, .left, .right]

    var direction: FocusDirection? { FocusDirection(rawValue: rawValue) }
}
