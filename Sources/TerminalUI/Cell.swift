/// One place of the screen.
package struct Cell: Hashable, Sendable {
    /// nil in the right half of a wide character, which stands in the cell before.
    package var character: Character?
    package var style: Style

    package static let blank = Cell(character: " ", style: [])

    /// Whether terminals may disagree about how many cells the character takes: it is joined of several scalars, a
    /// pictograph, or younger than some terminals.
    var isDoubtful: Bool {
        guard let character, character.utf8.count > 1 else { return false }
        let scalars = character.unicodeScalars
        guard let first = scalars.first, first.value < 0x1F000,
            scalars.index(after: scalars.startIndex) == scalars.endIndex
        else { return true }
        // Lines and blocks are on every screen, and as old as Unicode.
        return !(0x2500...0x259F).contains(first.value) && CharacterWidth.isWidthUncertain(character)
    }
}
