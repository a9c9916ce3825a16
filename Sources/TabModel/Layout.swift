/// Where a controller's view lies, and what covers it.
struct Layout: Sendable {
    /// In the coordinates of the parent's view.
    var frame: Rect
    var insets: Insets
    /// The height of the tab bar that lies over the bottom of the frame, 0 for none.
    var barOverlap: Double = 0
}
