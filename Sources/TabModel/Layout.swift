/// Where a controller's view lies, and what covers it.
struct Layout: Sendable {
    /// In the coordinates of the parent's view.
    var frame: Rect
    var insets: Insets
    /// The height of the tab bar that lies over the bottom of the frame, 0 for none.
    var barOverlap: Double = 0

    /// Ends the frame above what covers so much of its bottom.
    mutating func end(above height: Double) {
        frame.height = max(0, frame.height - height)
        insets.bottom = 0
        barOverlap = 0
    }
}
