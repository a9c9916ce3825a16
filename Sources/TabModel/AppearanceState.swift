/// Where a controller's view stands between being off screen and on it (`G-2`, `L3`).
package enum AppearanceState: String, Sendable {
    case disappeared, appearing, appeared, disappearing
}
