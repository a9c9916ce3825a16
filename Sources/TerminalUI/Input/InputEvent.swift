/// What a user did at the terminal.
package enum InputEvent: Hashable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// Text that came at once from the clipboard; controls other than line breaks and tabs are left out.
    case paste(String)
}

/// What a user pressed.
package enum Key: Hashable, Sendable {
    case character(Character)
    /// With the control key held, as the letter in lower case: `control("c")`.
    case control(Character)
    /// With Alt (Meta) held.
    case alt(Character)
    case up, down, left, right
    case shiftUp, shiftDown, shiftLeft, shiftRight
    case home, end, pageUp, pageDown
    case insert, delete
    case enter, tab, backTab, backspace, escape
    /// F1 and so on.
    case function(Int)
}

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
