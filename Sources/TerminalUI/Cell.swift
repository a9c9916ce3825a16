/// One place of the screen.
package struct Cell: Hashable, Sendable {
    /// nil in the right half of a wide character, which stands in the cell before.
    package var character: Character?
    package var style: Style

    package static let blank = Cell(character: " ", style: [])

    /// Whether terminals may disagree about how many cells the character takes: it is joined of several scalars, or a
    /// pictograph, of which younger ones are unknown to older terminals.
    var isDoubtful: Bool {
        guard let character, character.utf8.count > 1 else { return false }
        let scalars = character.unicodeScalars
        guard let first = scalars.first, first.value < 0x1F000 else { return true }
        return scalars.index(after: scalars.startIndex) != scalars.endIndex
    }
}
