internal import DBusInterface
package import TabInterface

/// The background of a popover: its measures in points, and its colours.
package struct PopoverChrome: Hashable, Sendable {
    /// `PLUGIN.NAME`; empty for the standard background.
    package var name = ""
    /// From the base of the arrow to its tip.
    package var arrowHeight = 13.0
    package var arrowBase = 26.0
    /// From the background without its arrow to the content (`P47`).
    package var contentInsets = DBusInsets(top: 0, left: 0, bottom: 0, right: 0)
    /// Empty for the standard colour.
    package var fillColor = ""
    /// Empty for the standard colour.
    package var borderColor = ""

    init(of viewController: ObjectPath, in tree: ManagedObjects) {
        let popover = tree.popover(viewController)
        name = popover.popoverBackgroundViewClass ?? name
        arrowHeight = popover.arrowHeight ?? arrowHeight
        arrowBase = popover.arrowBase ?? arrowBase
        contentInsets = popover.contentViewInsets ?? contentInsets
        let color = popover.backgroundColor ?? ""
        fillColor = color.isEmpty ? popover.backgroundFillColor ?? "" : color
        borderColor = popover.backgroundBorderColor ?? ""
    }
}
