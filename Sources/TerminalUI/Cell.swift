/// One place of the screen.
package struct Cell: Hashable, Sendable {
    /// nil in the right half of a wide character, which stands in the cell before.
    package var character: Character?
    package var style: Style

    package static let blank = Cell(character: " ", style: [])
}
