/// The colour of a cell.
package enum Color: Hashable, Sendable {
    /// One of the terminal's own 16, which follow its theme: 0 black, 1 red, 2 green, 3 yellow, 4 blue, 5 magenta, 6 cyan,
    /// 7 white, and the bright ones from 8 on.
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)
}
