internal import CTabPlugin

/// The environment of a view: the size classes of the window and the preferred colour scheme.
public struct TraitCollection: Hashable, Sendable {
    /// The amount of space in one direction.
    public enum SizeClass: Sendable { case unspecified, compact, regular }
    /// The colour scheme that the user prefers.
    public enum InterfaceStyle: Sendable { case unspecified, light, dark }

    public internal(set) var horizontalSizeClass = SizeClass.unspecified
    public internal(set) var verticalSizeClass = SizeClass.unspecified
    public internal(set) var userInterfaceStyle = InterfaceStyle.unspecified
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

extension TraitCollection.SizeClass {
    init(_ sizeClass: tab_size_class) {
        switch sizeClass {
        case TAB_SIZE_CLASS_COMPACT: self = .compact
        case TAB_SIZE_CLASS_REGULAR: self = .regular
        default: self = .unspecified
        }
    }
}
