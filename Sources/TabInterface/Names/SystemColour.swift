/// A colour of the contract with a name of its own, and its values as `#RRGGBB` or `#RRGGBBAA` (`S-208`).
package struct SystemColour: Hashable, Sendable {
    package let name: String
    package let light: String
    package let dark: String
    package let lightHighContrast: String
    package let darkHighContrast: String

    private init(
        _ name: String, _ light: String, _ dark: String, _ lightHighContrast: String, _ darkHighContrast: String
    ) {
        self.name = name
        self.light = light
        self.dark = dark
        self.lightHighContrast = lightHighContrast
        self.darkHighContrast = darkHighContrast
    }

    /// Returns the value for a colour scheme and a contrast.
    package func value(isDark: Bool, isHighContrast: Bool = false) -> String {
        isDark ? (isHighContrast ? darkHighContrast : dark) : (isHighContrast ? lightHighContrast : light)
    }

    /// All system colours. The values are those of iOS. `docs/front-ends.md` has the same table.
    package static let all = [
        SystemColour("systemRed", "#FF3B30", "#FF453A", "#D70015", "#FF6961"),
        SystemColour("systemOrange", "#FF9500", "#FF9F0A", "#C93400", "#FFB340"),
        SystemColour("systemYellow", "#FFCC00", "#FFD60A", "#B25000", "#FFD426"),
        SystemColour("systemGreen", "#34C759", "#30D158", "#248A3D", "#30DB5B"),
        SystemColour("systemTeal", "#30B0C7", "#40C8E0", "#008299", "#5DE6FF"),
        SystemColour("systemBlue", "#007AFF", "#0A84FF", "#0040DD", "#409CFF"),
        SystemColour("systemIndigo", "#5856D6", "#5E5CE6", "#3634A3", "#7D7AFF"),
        SystemColour("systemPurple", "#AF52DE", "#BF5AF2", "#8944AB", "#DA8FFF"),
        SystemColour("systemPink", "#FF2D55", "#FF375F", "#D30F45", "#FF6482"),
        SystemColour("systemGray", "#8E8E93", "#8E8E93", "#6C6C70", "#AEAEB2"),
        SystemColour("label", "#000000", "#FFFFFF", "#000000", "#FFFFFF"),
        SystemColour("secondaryLabel", "#3C3C4399", "#EBEBF599", "#3C3C43AD", "#EBEBF5AD"),
        SystemColour("separator", "#3C3C434A", "#54545899", "#3C3C435E", "#545458AD"),
        SystemColour("systemBackground", "#FFFFFF", "#000000", "#FFFFFF", "#000000"),
        SystemColour("secondarySystemBackground", "#F2F2F7", "#1C1C1E", "#EBEBF0", "#242426"),
        SystemColour("tint", "#007AFF", "#0A84FF", "#0040DD", "#409CFF"),
    ]

    /// The system colours by their names.
    package static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
