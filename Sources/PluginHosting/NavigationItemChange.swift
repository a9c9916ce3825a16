package import TabInterface

/// The fields of a navigation item and its toolbar to set; nil leaves one as it is, an empty title is UIKit's nil.
package struct NavigationItemChange: Hashable, Sendable {
    package var title: String?
    package var leftItems: [BarButtonItemEntry]?
    package var rightItems: [BarButtonItemEntry]?
    package var hidesBackButton: Bool?
    package var toolbarItems: [BarButtonItemEntry]?

    package init(
        title: String? = nil, leftItems: [BarButtonItemEntry]? = nil, rightItems: [BarButtonItemEntry]? = nil,
        hidesBackButton: Bool? = nil, toolbarItems: [BarButtonItemEntry]? = nil
    ) {
        self.title = title
        self.leftItems = leftItems
        self.rightItems = rightItems
        self.hidesBackButton = hidesBackButton
        self.toolbarItems = toolbarItems
    }
}
