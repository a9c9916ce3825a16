/// A user's input at the terminal.
package enum InputEvent: Hashable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// Pasted text, without control characters except line breaks and tabs.
    case paste(String)
}

/// A key press.
package enum Key: Hashable, Sendable {
    case character(Character)
    /// A letter with Control, in lower case: `control("c")`.
    case control(Character)
    /// A character with Alt (Meta).
    case alt(Character)
    case up, down, left, right
    case shiftUp, shiftDown, shiftLeft, shiftRight
    case home, end, pageUp, pageDown
    case insert, delete
    case enter, tab, backTab, backspace, escape
    /// A function key, from F1 on.
    case function(Int)
}

/// A mouse event.
package struct MouseEvent: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// The left button was pressed.
        case press
        /// The mouse moved while the left button was held.
        case drag
        case release
        case wheelUp, wheelDown
    }

    package var kind: Kind
    /// The row, from 0 at the top.
    package var row: Int
    /// The column, from 0 at the left.
    package var column: Int

    package init(_ kind: Kind, row: Int, column: Int) {
        self.kind = kind
        self.row = row
        self.column = column
    }
}
