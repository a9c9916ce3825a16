extension PopoverPlacement {
    /// The frame of the content's view, and what of that view the arrow and the background lie over (`P50`).
    ///
    /// - Parameter isUnderArrow: Whether the view covers the whole frame, as from iOS 13 on, and not only what is free.
    package func contentView(extendsUnderArrow isUnderArrow: Bool) -> (frame: Rect, safeAreaInsets: Insets) {
        isUnderArrow ? (frame, frameInsets) : (contentFrame, .zero)
    }

    /// What a popover wants to show for its controller's preferred content size (`P31`): 0 and less is not set.
    package static func wantedContentSize(for preferred: Size) -> Size {
        Size(
            width: preferred.width > 0 ? preferred.width : defaultContentSize.width,
            height: preferred.height > 0 ? preferred.height : defaultContentSize.height)
    }

    package static let defaultContentSize = Size(width: 320, height: 1100)
}
