/// What a user prefers, as freedesktop's `color-scheme` setting knows it.
package enum ColorScheme: String, Sendable, CaseIterable { case noPreference, dark, light }
