/// The measures of a popover's background, in points; a length below 0 counts as 0.
package struct PopoverMetrics: Hashable, Sendable {
    /// From the base of the arrow to its tip.
    package let arrowHeight: Double
    package let arrowBase: Double
    /// The arrow keeps clear of the corners.
    package let cornerRadius: Double
    /// From the background without its arrow to the content (`P47`).
    package let contentInsets: Insets
    /// Content is not shrunk below this before another direction is tried (`P40`).
    package let minimumContentSize: Size

    /// The standard look.
    package static let standard = PopoverMetrics(
        arrowHeight: 13, arrowBase: 26, contentInsets: .zero, cornerRadius: 13)

    /// Those of a background class: a corner radius is not known of one (`P46`).
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

    /// From the end of the background to the nearest place for the middle of the arrow.
    var arrowClearance: Double { cornerRadius + arrowBase / 2 }
}

extension Size {
    /// Both at least 0, and far from infinity.
    var bounded: Size { Size(width: width.boundedLength, height: height.boundedLength) }
}
