/// The result of pressing a button of the remote control.
package enum Press: Hashable, Sendable {
    /// An unhandled press belongs to the system (`J-9`).
    case finished(handled: Bool)
    /// An item must be selected first, as by a tap. Then the press is repeated (`J-6`). A rotation reaches the item with
    /// some of its turns.
    case selectsFirst(position: Int)
    /// The focused item is tapped, which selects it outside of profile tv (`S-161`).
    case taps(position: Int)
    /// The focused view performs its action.
    case activates(ViewAddress)
}

/// A button of a remote control, or a key of a keyboard.
package enum RemoteButton: String, Hashable, Sendable, CaseIterable {
    case up, down, left, right, select, menu
    /// Tab and Shift-Tab: to the next or previous place in reading order (`S-163`).
    case next, previous

    /// The buttons with a direction, which are also swipes.
    package static let directions: [RemoteButton] = [.up, .down, .left, .right]

    /// 1 or -1 for the buttons that follow the reading order; nil for the other ones.
    var step: Int? {
        switch self {
        case .next: 1
        case .previous: -1
        default: nil
        }
    }

    var direction: FocusDirection? { FocusDirection(rawValue: rawValue) }
}
