/// What a user pressed.
package enum Key: Hashable, Sendable {
    case character(Character)
    /// With the control key held, as the letter in lower case: `control("c")`.
    case control(Character)
    case up, down, left, right
    case enter, tab, backspace, escape
}
