package import TabInterface

/// The fields of a tab bar item to set; nil leaves one as it is, `""` is UIKit's nil.
package struct TabBarItemChange: Hashable, Sendable {
    package var title: String?
    package var image: String?
    package var selectedImage: String?
    package var badgeValue: String?
    package var badgeColor: String?
    package var isEnabled: Bool?

    package init(
        title: String? = nil, image: String? = nil, selectedImage: String? = nil, badgeValue: String? = nil,
        badgeColor: String? = nil, isEnabled: Bool? = nil
    ) {
        self.title = title
        self.image = image
        self.selectedImage = selectedImage
        self.badgeValue = badgeValue
        self.badgeColor = badgeColor
        self.isEnabled = isEnabled
    }
}

/// The fields of a navigation item to set; nil leaves one as it is, an empty title is UIKit's nil.
package struct NavigationItemChange: Hashable, Sendable {
    package var title: String?
    package var leftItems: [BarButtonItemEntry]?
    package var rightItems: [BarButtonItemEntry]?
    package var hidesBackButton: Bool?

    package init(
        title: String? = nil, leftItems: [BarButtonItemEntry]? = nil, rightItems: [BarButtonItemEntry]? = nil,
        hidesBackButton: Bool? = nil
    ) {
        self.title = title
        self.leftItems = leftItems
        self.rightItems = rightItems
        self.hidesBackButton = hidesBackButton
    }
}
