/// The size classes and the colour scheme of a window.
package struct Traits: Hashable, Sendable {
    package enum SizeClass: String, Sendable, CaseIterable { case unspecified, compact, regular }

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

extension Traits {
    /// The names on the private connection.
    var names: [String] { [horizontal.rawValue, vertical.rawValue, colorScheme.rawValue] }

    /// Returns nil for names that this version doesn't know.
    init?(names: [String]) {
        guard names.count == 3, let horizontal = SizeClass(rawValue: names[0]),
            let vertical = SizeClass(rawValue: names[1]), let scheme = ColorScheme(rawValue: names[2])
        else { return nil }
        self.init(horizontal: horizontal, vertical: vertical, colorScheme: scheme)
    }
}

/// The user's preference, with the values of freedesktop's `color-scheme` setting.
package enum ColorScheme: String, Sendable, CaseIterable { case noPreference, dark, light }
