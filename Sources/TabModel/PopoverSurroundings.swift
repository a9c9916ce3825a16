/// What limits where a popover may be (`P24` to `P29`), in the coordinates of its container.
package struct PopoverSurroundings: Hashable, Sendable {
    package var screen: Rect
    package var statusBarHeight: Double
    /// How much of the bottom is under the keyboard.
    package var keyboardOverlap: Double
    /// As the container is turned, see `Insets.turned(device:interface:)`; negative ones enlarge the area.
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

    /// Those of a window, whose bottom safe area does not count (`P29`), with the margins as the user sees them (`P26`).
    package init(_ window: Window, margins: Insets) {
        self.init(
            screen: Rect(x: 0, y: 0, width: window.size.width, height: window.size.height),
            statusBarHeight: window.statusBarHeight, keyboardOverlap: window.keyboardHeight,
            margins: margins.turned(device: window.deviceOrientation, interface: window.interfaceOrientation))
    }

    /// Where a popover may be.
    package var area: Rect { limits.rect }

    /// The area. What leaves no area is dropped, first the margins and then the bars too (`P28`).
    ///
    /// All four margins are dropped together, also when they leave nothing along one axis only: nothing can be shown
    /// in an area without width or height, and half of the margins are not what anybody asked for. The same goes for
    /// both bars.
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
