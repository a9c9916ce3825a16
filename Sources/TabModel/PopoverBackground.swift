/// The chrome that draws a popover, by its name, with the measures that are asked once per presentation (`P45`, `P46`).
package struct PopoverBackground: Hashable, Sendable {
    package let name: String
    package let metrics: PopoverMetrics
    /// Whether front ends draw an inner inset and a shadow (`P49`).
    package let wantsDefaultContentAppearance: Bool
    /// The colours of its surface and of its edge; empty for the standard ones.
    package let fillColor: String
    package let borderColor: String

    package init(
        name: String, metrics: PopoverMetrics, wantsDefaultContentAppearance: Bool, fillColor: String = "",
        borderColor: String = ""
    ) {
        self.name = name
        self.metrics = metrics
        self.wantsDefaultContentAppearance = wantsDefaultContentAppearance
        self.fillColor = fillColor
        self.borderColor = borderColor
    }
}
