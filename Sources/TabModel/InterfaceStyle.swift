/// Which colours the user of a window prefers.
package enum InterfaceStyle: String, Sendable, CaseIterable { case noPreference, dark, light }
