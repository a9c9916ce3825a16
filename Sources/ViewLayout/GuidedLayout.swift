/// The place of a view that follows a guide of its superview instead of a frame and a mask.
package enum GuidedLayout: String, Sendable {
    case none, view, safeArea, readableContent

    /// The largest width of text that is easy to read, in points.
    package static let readableWidth = 672.0

    /// Returns the frame of the guide.
    ///
    /// - Parameters:
    ///   - size: The size of the superview.
    ///   - safeArea: The parts of the superview that bars and screen edges cover.
    package func frame(in size: FittingSize, safeArea: LayoutInsets) -> ArrangedFrame {
        var frame = ArrangedFrame(x: 0, y: 0, width: size.width, height: size.height)
        guard self == .safeArea || self == .readableContent else { return frame }
        frame.x = safeArea.left
        frame.y = safeArea.top
        frame.width = max(size.width - safeArea.left - safeArea.right, 0)
        frame.height = max(size.height - safeArea.top - safeArea.bottom, 0)
        if self == .readableContent, frame.width > Self.readableWidth {
            frame.x += (frame.width - Self.readableWidth) / 2
            frame.width = Self.readableWidth
        }
        return frame
    }
}
