/// The direction of a popover's arrow: the arrow is on that edge, and the popover on the opposite side of its source.
///
/// The values are those of `UIPopoverArrowDirection`.
package enum ArrowDirection: UInt64, Hashable, Sendable, CaseIterable {
    case up = 1
    case down = 2
    case left = 4
    case right = 8

    package var name: String { "\(self)" }

    package var symbol: String {
        switch self {
        case .up: "▲"
        case .down: "▼"
        case .left: "◀"
        case .right: "▶"
        }
    }
}
