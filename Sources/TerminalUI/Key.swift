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
