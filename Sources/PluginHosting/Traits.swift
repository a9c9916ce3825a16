/// What a window offers: how much room, and which colours its user prefers.
package struct Traits: Hashable, Sendable {
    package enum SizeClass: String, Sendable { case unspecified, compact, regular }

    package var horizontal: SizeClass
    package var vertical: SizeClass
    package var colorScheme: ColorScheme

    package init(
        horizontal: SizeClass = .unspecified, vertical: SizeClass = .unspecified,
        colorScheme: ColorScheme = .noPreference
    ) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.colorScheme = colorScheme
    }
}
