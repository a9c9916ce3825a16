package import DBusInterface

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

/// The form of `RemoteViewController.TraitsChanged`.
extension Traits {
    package var values: [String: Variant] {
        [
            "HorizontalSizeClass": .string(horizontal.rawValue), "VerticalSizeClass": .string(vertical.rawValue),
            "ColorScheme": .string(colorScheme.rawValue),
        ]
    }

    /// Unknown values and missing keys count as unspecified.
    package init(_ values: [String: Variant]) {
        func value<T: RawRepresentable<String>>(_ key: String) -> T? {
            values[key].flatMap { $0.get(as: String.self) }.flatMap(T.init(rawValue:))
        }
        self.init(
            horizontal: value("HorizontalSizeClass") ?? .unspecified,
            vertical: value("VerticalSizeClass") ?? .unspecified,
            colorScheme: value("ColorScheme") ?? .noPreference)
    }
}

/// The user's preference, with the values of freedesktop's `color-scheme` setting.
package enum ColorScheme: String, Sendable, CaseIterable { case noPreference, dark, light }
