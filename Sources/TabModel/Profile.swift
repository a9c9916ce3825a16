/// Which device's rules a tab bar controller follows; fixed at creation (section Q).
package enum Profile: String, Sendable, CaseIterable {
    case phone, pad, padLegacy, tv
}
