import TabModel

/// What the user prefers, for windows whose front ends do not say it.
struct DesktopPreferences: Hashable {
    var colorScheme = InterfaceStyle.noPreference
    var contrast = Contrast.unspecified
}
