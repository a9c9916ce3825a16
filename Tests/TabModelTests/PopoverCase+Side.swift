import TabModel

extension PopoverCase {
    /// How a popover on one side of its source would be, told from the rules of section A6.
    struct Side {
        let content: Size
        let isReachable: Bool
        let isFullSize: Bool
        let isUsable: Bool
    }

    static let directions: [PopoverArrowDirection] = [.up, .down, .left, .right]

    func side(_ direction: PopoverArrowDirection, canOverlap: Bool) -> Side {
        let (area, visible, insets) = (surroundings.area, visible, metrics.contentInsets)
        let isVertical = direction == .up || direction == .down
        let gap =
            switch direction {
            case .up: area.maxY - visible.y.1
            case .down: visible.y.0 - area.y
            case .left: area.maxX - visible.x.1
            default: visible.x.0 - area.x
            }
        let (along, across) = isVertical ? (visible.y, visible.x) : (visible.x, visible.y)
        let room = (canOverlap ? gap + along.1 - along.0 : gap) - metrics.arrowHeight
        let low = isVertical ? area.x : area.y
        let high = isVertical ? area.maxX : area.maxY
        let depth = min(isVertical ? wanted.height : wanted.width, room)
        let breadth = min(isVertical ? wanted.width : wanted.height, high - low)
        let body = isVertical ? Size(width: breadth, height: depth) : Size(width: depth, height: breadth)
        let content = Size(
            width: body.width - insets.left - insets.right, height: body.height - insets.top - insets.bottom)

        let target = min(max(isVertical ? source.midX : source.midY, low), high)
        let start = max(low, min(target - breadth / 2, high - breadth))
        let corner = min(metrics.cornerRadius + metrics.arrowBase / 2, breadth / 2)
        let arrow = max(start + corner, min(target, start + breadth - corner))
        // Sums in another order differ in the last digits, which must not decide.
        let some = 1e-9
        let minimum = metrics.minimumContentSize
        return Side(
            content: content, isReachable: across.0 - some <= arrow && arrow <= across.1 + some,
            isFullSize: content.width >= self.content.width - some && content.height >= self.content.height - some,
            isUsable: content.width >= min(self.content.width, minimum.width) + some
                && content.height >= min(self.content.height, minimum.height) + some && depth > some)
    }
}
