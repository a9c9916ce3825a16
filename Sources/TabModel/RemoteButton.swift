/// A button of the remote control.
package enum RemoteButton: String, Hashable, Sendable, CaseIterable {
    case up, down, left, right, select, menu

    package init(_ direction: FocusDirection) {
        switch direction {
        case .up: self = .up
        case .down: self = .down
        case .left: self = .left
        case .right: self = .right
        }
    }

    var direction: FocusDirection? { FocusDirection(rawValue: rawValue) }
}
