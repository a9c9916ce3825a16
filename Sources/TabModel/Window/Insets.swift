/// Distances in points from the edges of a rectangle.
package struct Insets: Hashable, Sendable {
    package var top: Double
    package var left: Double
    package var bottom: Double
    package var right: Double

    package static let zero = Insets(top: 0, left: 0, bottom: 0, right: 0)

    package init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    var horizontal: Double { left + right }
    var vertical: Double { top + bottom }

    /// Returns the distance from one edge, and 0 from the others.
    static func only(_ edge: Edge, _ distance: Double) -> Insets {
        Insets(
            top: edge == .top ? distance : 0, left: edge == .left ? distance : 0,
            bottom: edge == .bottom ? distance : 0, right: edge == .right ? distance : 0)
    }

    package static func + (one: Insets, other: Insets) -> Insets {
        Insets(
            top: one.top + other.top, left: one.left + other.left, bottom: one.bottom + other.bottom,
            right: one.right + other.right)
    }

    /// Converts the user's insets to those of the interface, when the device is turned against it (`P26`).
    ///
    /// `top` is the upper edge for the user.
    package func turned(device: Orientation, interface: Orientation) -> Insets {
        turned(device.quarterTurns - interface.quarterTurns)
    }

    /// Converts the insets for a device that is turned by quarters counter-clockwise; negative is clockwise (`P26`).
    package func turned(_ quarters: Int) -> Insets {
        switch quarters & 3 {
        case 1: Insets(top: left, left: bottom, bottom: right, right: top)
        case 2: Insets(top: bottom, left: right, bottom: top, right: left)
        case 3: Insets(top: right, left: top, bottom: left, right: bottom)
        default: self
        }
    }
}

extension Orientation {
    /// How many quarters the top is turned counter-clockwise from portrait.
    fileprivate var quarterTurns: Int {
        [.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight].firstIndex(of: self) ?? 0
    }
}
