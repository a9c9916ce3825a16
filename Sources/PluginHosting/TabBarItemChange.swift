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
