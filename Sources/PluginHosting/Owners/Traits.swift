package import DBusInterface

/// The size classes, the colour scheme, the contrast, the locale and the layout direction of a window.
package struct Traits: Hashable, Sendable {
    package enum SizeClass: String, Sendable, CaseIterable { case unspecified, compact, regular }

    package var horizontal: SizeClass
    package var vertical: SizeClass
    package var colorScheme: ColorScheme
    package var contrast: Contrast
    /// In POSIX's form without an encoding; `C` for none.
    package var locale: String
    package var layoutDirection: LayoutDirection

    package enum LayoutDirection: String, Sendable, CaseIterable { case leftToRight, rightToLeft }
    package enum Contrast: String, Sendable, CaseIterable { case unspecified, normal, high }

    package init(
        horizontal: SizeClass = .unspecified, vertical: SizeClass = .unspecified,
        colorScheme: ColorScheme = .noPreference, contrast: Contrast = .unspecified, locale: String = "C",
        layoutDirection: LayoutDirection = .leftToRight
    ) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.colorScheme = colorScheme
        self.contrast = contrast
        self.locale = locale
        self.layoutDirection = layoutDirection
    }
}

/// The form of `RemoteViewController.TraitsChanged`.
extension Traits {
    package var values: [String: Variant] {
        [
            "HorizontalSizeClass": .string(horizontal.rawValue), "VerticalSizeClass": .string(vertical.rawValue),
            "ColorScheme": .string(colorScheme.rawValue), "Contrast": .string(contrast.rawValue),
            "Locale": .string(locale), "LayoutDirection": .string(layoutDirection.rawValue),
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
            colorScheme: value("ColorScheme") ?? .noPreference,
            contrast: value("Contrast") ?? .unspecified,
            locale: values["Locale"].flatMap { $0.get() } ?? "C",
            layoutDirection: value("LayoutDirection") ?? .leftToRight)
    }
}

/// The user's preference, with the values of freedesktop's `color-scheme` setting.
package enum ColorScheme: String, Sendable, CaseIterable { case noPreference, dark, light }
