extension Insets {
    var horizontal: Double { left + right }
    var vertical: Double { top + bottom }

    package static func + (one: Insets, other: Insets) -> Insets {
        Insets(
            top: one.top + other.top, left: one.left + other.left, bottom: one.bottom + other.bottom,
            right: one.right + other.right)
    }
}
