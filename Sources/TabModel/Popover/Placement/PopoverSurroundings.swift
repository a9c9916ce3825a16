/// The limits of a popover's place (`P24` to `P29`), in the coordinates of its container.
package struct PopoverSurroundings: Hashable, Sendable {
    package var screen: Rect
    package var statusBarHeight: Double
    /// The height that the keyboard covers at the bottom.
    package var keyboardOverlap: Double
    /// For the current orientation, see `Insets.turned(device:interface:)`. Negative margins enlarge the area.
    package var margins: Insets

    package static let defaultMargins = Insets(top: 10, left: 10, bottom: 10, right: 10)

    package init(
        screen: Rect, statusBarHeight: Double = 0, keyboardOverlap: Double = 0, margins: Insets = defaultMargins
    ) {
        self.screen = screen
        self.statusBarHeight = statusBarHeight
        self.keyboardOverlap = keyboardOverlap
        self.margins = margins
    }

    /// The surroundings in a window. The bottom safe area does not count (`P29`), and the margins are as the user sees
    /// them (`P26`).
    package init(_ window: Window, margins: Insets) {
        self.init(
            screen: Rect(x: 0, y: 0, width: window.size.width, height: window.size.height),
            statusBarHeight: window.statusBarHeight, keyboardOverlap: window.keyboardHeight,
            margins: margins.turned(device: window.deviceOrientation, interface: window.interfaceOrientation))
    }

    /// The area for a popover.
    package var area: Rect { limits.rect }

    /// The area. Limits that would leave no area are dropped, first the margins and then the bars (`P28`).
    ///
    /// All four margins are dropped together, even if they leave nothing along one axis only. Nothing can be shown in
    /// an area without width or height, and half of the margins would match no setting. The same holds for both bars.
    var limits: Extents {
        let screen = Extents(screen)
        let bars = Insets(top: statusBarHeight.boundedLength, left: 0, bottom: keyboardOverlap.boundedLength, right: 0)
        return Self.reduce(screen, by: bars + margins) ?? Self.reduce(screen, by: bars) ?? screen
    }

    private static func reduce(_ screen: Extents, by insets: Insets) -> Extents? {
        let reduced = Extents(
            x: Extent(
                start: screen.x.start + insets.left.bounded, end: screen.x.end - insets.right.bounded),
            y: Extent(
                start: screen.y.start + insets.top.bounded, end: screen.y.end - insets.bottom.bounded))
        return reduced.isEmpty ? nil : reduced
    }
}

/// The measures of a popover's background in points. Negative lengths count as 0.
package struct PopoverMetrics: Hashable, Sendable {
    /// From the base of the arrow to its tip.
    package let arrowHeight: Double
    package let arrowBase: Double
    /// The arrow keeps clear of the corners.
    package let cornerRadius: Double
    /// From the background without its arrow to the content (`P47`).
    package let contentInsets: Insets
    /// Content is not shrunk below this size before another direction is tried (`P40`).
    package let minimumContentSize: Size

    /// The measures of the standard look.
    package static let standard = PopoverMetrics(
        arrowHeight: 13, arrowBase: 26, contentInsets: .zero, cornerRadius: 13)

    /// The measures of a background class, which has no corner radius (`P46`).
    package init(
        arrowHeight: Double, arrowBase: Double, contentInsets: Insets, cornerRadius: Double = 0,
        minimumContentSize: Size = Size(width: 100, height: 100)
    ) {
        self.arrowHeight = arrowHeight.boundedLength
        self.arrowBase = arrowBase.boundedLength
        self.cornerRadius = cornerRadius.boundedLength
        self.contentInsets = Insets(
            top: contentInsets.top.boundedLength, left: contentInsets.left.boundedLength,
            bottom: contentInsets.bottom.boundedLength, right: contentInsets.right.boundedLength)
        self.minimumContentSize = minimumContentSize.bounded
    }

    /// The minimum distance between the end of the background and the middle of the arrow.
    var arrowClearance: Double { cornerRadius + arrowBase / 2 }
}

extension Size {
    /// The same size, not negative and far from infinity.
    var bounded: Size { Size(width: width.boundedLength, height: height.boundedLength) }
}
