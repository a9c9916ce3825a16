/// Where the arrow of a popover points: it is at that edge, and the popover on the other side of what it points at.
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
