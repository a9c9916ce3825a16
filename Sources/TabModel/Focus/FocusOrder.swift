/// The reading order of everything that can have the focus: the items of the bar, and the views of the content from top
/// to bottom and in the direction of the text (`S-163`).
struct FocusOrder {
    private let places: [Focus]

    /// - Parameters:
    ///   - items: The positions of the items that can have the focus.
    ///   - isBarFirst: Whether the bar is above the content or at its leading side.
    ///   - isRightToLeft: Whether text is read from right to left.
    init(items: [Int], isBarFirst: Bool, isRightToLeft: Bool, _ content: FocusContent) {
        let bar = items.map { Focus.bar($0) }
        let views = content.views.enumerated().sorted { one, other in
            let (first, second) = (one.element.frame, other.element.frame)
            func start(_ frame: Rect) -> Double { isRightToLeft ? -frame.maxX : frame.x }
            return (first.y, start(first), one.offset) < (second.y, start(second), other.offset)
        }
        let inside = views.map { Focus.content($0.element.id) }
        places = isBarFirst ? bar + inside : inside + bar
    }

    /// Returns the place that many steps after a focus; nil if that is where the focus is.
    ///
    /// - Parameters:
    ///   - steps: Any number; negative ones go back.
    ///   - wraps: Whether the first place follows the last one. Otherwise the steps end there.
    func target(after steps: Int, from focus: Focus, wraps: Bool) -> Focus? {
        guard !places.isEmpty, steps != 0 else { return nil }
        let start = if case .pending(let position, _) = focus { Focus.bar(position) } else { focus }
        guard let index = places.firstIndex(of: start) else { return steps > 0 ? places.first : places.last }
        // More steps than there are places go no further, so that the sum can't overflow.
        let sum = index + max(-places.count, min(steps, places.count))
        let end = wraps ? (sum + places.count) % places.count : max(0, min(sum, places.count - 1))
        return end == index ? nil : places[end]
    }
}
