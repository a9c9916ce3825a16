package import DBusInterface
package import TabInterface

/// The size classes, the colour scheme, the contrast, the locale, the layout direction, the text size and the sizes of
/// controls of a window.
package struct Traits: Hashable, Sendable {
    package enum SizeClass: String, Sendable, CaseIterable { case unspecified, compact, regular }

    package var horizontal: SizeClass
    package var vertical: SizeClass
    package var colorScheme: ColorScheme
    package var contrast: Contrast
    /// In POSIX's form without an encoding; `C` for none.
    package var locale: String
    package var layoutDirection: LayoutDirection
    /// Without the widths of characters, which are many.
    package var text: TextMetrics
    /// A digest of the widths of characters and the sizes of controls; 0 without any. Views may fit in other sizes if it
    /// is another one.
    package var metricsDigest: UInt64

    package enum LayoutDirection: String, Sendable, CaseIterable { case leftToRight, rightToLeft }
    package enum Contrast: String, Sendable, CaseIterable { case unspecified, normal, high }

    package init(
        horizontal: SizeClass = .unspecified, vertical: SizeClass = .unspecified,
        colorScheme: ColorScheme = .noPreference, contrast: Contrast = .unspecified, locale: String = "C",
        layoutDirection: LayoutDirection = .leftToRight, text: TextMetrics = TextMetrics(),
        metricsDigest: UInt64 = 0
    ) {
        self.horizontal = horizontal
        self.vertical = vertical
        self.colorScheme = colorScheme
        self.contrast = contrast
        self.locale = locale
        self.layoutDirection = layoutDirection
        self.text = text
        self.metricsDigest = metricsDigest
    }
}

/// The form of `RemoteViewController.TraitsChanged`.
extension Traits {
    package var values: [String: Variant] {
        var values: [String: Variant] = [
            "HorizontalSizeClass": .string(horizontal.rawValue), "VerticalSizeClass": .string(vertical.rawValue),
            "ColorScheme": .string(colorScheme.rawValue), "Contrast": .string(contrast.rawValue),
            "Locale": .string(locale), "LayoutDirection": .string(layoutDirection.rawValue),
            "TextScale": .double(text.scale), "TextStyles": text.all.variant,
        ]
        if metricsDigest != 0 { values["MetricsDigest"] = .uint64(metricsDigest) }
        return values
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
            layoutDirection: value("LayoutDirection") ?? .leftToRight,
            text: TextMetrics(
                scale: values["TextScale"].flatMap { $0.get() } ?? 1,
                given: values["TextStyles"].flatMap { $0.get() } ?? [:]),
            metricsDigest: values["MetricsDigest"].flatMap { $0.get() } ?? 0)
    }
}

/// The user's preference, with the values of freedesktop's `color-scheme` setting.
package enum ColorScheme: String, Sendable, CaseIterable { case noPreference, dark, light }
