internal import CTabPlugin

/// The environment of a view: the size classes of the window, the preferred colour scheme and contrast, the locale, the
/// layout direction and the size of texts.
public struct TraitCollection: Hashable, Sendable {
    /// The amount of space in one direction.
    public enum SizeClass: Sendable { case unspecified, compact, regular }
    /// The colour scheme that the user prefers.
    public enum InterfaceStyle: Sendable { case unspecified, light, dark }
    /// The contrast of colours that the user prefers.
    public enum AccessibilityContrast: Sendable { case unspecified, normal, high }
    /// The direction of bars and texts.
    public enum LayoutDirection: Sendable { case leftToRight, rightToLeft }

    public internal(set) var horizontalSizeClass = SizeClass.unspecified
    public internal(set) var verticalSizeClass = SizeClass.unspecified
    public internal(set) var userInterfaceStyle = InterfaceStyle.unspecified
    /// With high contrast, system colours have values of their own. Choose darker or lighter colours then.
    public internal(set) var accessibilityContrast = AccessibilityContrast.unspecified
    /// The locale of the window in POSIX's form without an encoding, such as `de_AT`; `C` for none. It can differ from
    /// that of the process.
    public internal(set) var locale = "C"
    public internal(set) var layoutDirection = LayoutDirection.leftToRight
    /// How much larger than usual the user wants texts. Views are laid out anew after a change; give them the sizes that
    /// `View.sizeThatFits(_:)` returns.
    public internal(set) var textScale = 1.0
}

extension TraitCollection.InterfaceStyle {
    init(_ scheme: tab_color_scheme) {
        switch scheme {
        case TAB_COLOR_SCHEME_DARK: self = .dark
        case TAB_COLOR_SCHEME_LIGHT: self = .light
        default: self = .unspecified
        }
    }
}

extension TraitCollection.AccessibilityContrast {
    init(_ contrast: tab_contrast) {
        switch contrast {
        case TAB_CONTRAST_NORMAL: self = .normal
        case TAB_CONTRAST_HIGH: self = .high
        default: self = .unspecified
        }
    }
}

extension TraitCollection.SizeClass {
    init(_ sizeClass: tab_size_class) {
        switch sizeClass {
        case TAB_SIZE_CLASS_COMPACT: self = .compact
        case TAB_SIZE_CLASS_REGULAR: self = .regular
        default: self = .unspecified
        }
    }
}
