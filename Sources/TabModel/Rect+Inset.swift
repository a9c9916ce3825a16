extension Rect {
    /// Without what lies within the insets; no length gets below 0.
    func inset(by insets: Insets) -> Rect {
        Rect(
            x: x + insets.left, y: y + insets.top, width: max(0, width - insets.horizontal),
            height: max(0, height - insets.vertical))
    }
}
