internal import DBusInterface
package import TabInterface

/// What draws a popover: the measures of its background in points, and its colours.
package struct PopoverChrome: Hashable, Sendable {
    /// `PLUGIN.NAME`; empty for the standard look.
    package var name = ""
    /// From the base of the arrow to its tip.
    package var arrowHeight = 13.0
    package var arrowBase = 26.0
    /// From the background without its arrow to the content (`P47`).
    package var contentInsets = DBusInsets(top: 0, left: 0, bottom: 0, right: 0)
    /// Empty for the standard one.
    package var fillColor = ""
    /// Empty for the standard one.
    package var borderColor = ""

    private typealias Contract = PopoverPresentationControllerInterface

    init(of viewController: ObjectPath, in tree: ManagedObjects) {
        func value<Content: DBusType>(_ property: Property<Content>) -> Content? {
            tree.value(property, of: Contract.name, at: viewController)
        }
        name = value(Contract.popoverBackgroundViewClass) ?? name
        arrowHeight = value(Contract.arrowHeight) ?? arrowHeight
        arrowBase = value(Contract.arrowBase) ?? arrowBase
        contentInsets = value(Contract.contentViewInsets) ?? contentInsets
        let color = value(Contract.backgroundColor) ?? ""
        fillColor = color.isEmpty ? value(Contract.backgroundFillColor) ?? "" : color
        borderColor = value(Contract.backgroundBorderColor) ?? ""
    }
}
