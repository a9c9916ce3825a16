/// A button of the remote control.
package enum RemoteButton: String, Hashable, Sendable, CaseIterable {
    case up, down, left, right, select, menu

    /// The buttons with a direction, which a user can swipe in as well.
    package static let directions: [RemoteButton] = [.up, .down, .left, .right]

    var direction: FocusDirection? { FocusDirection(rawValue: rawValue) }
}
