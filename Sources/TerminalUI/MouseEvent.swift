/// What a user did with the mouse.
package struct MouseEvent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The left button.
        case press
        /// Moved while the left button is held.
        case drag
        case release
        case wheelUp, wheelDown
    }

    package var kind: Kind
    /// From 0 at the top.
    package var row: Int
    /// From 0 at the left.
    package var column: Int

    package init(_ kind: Kind, row: Int, column: Int) {
        self.kind = kind
        self.row = row
        self.column = column
    }
}
