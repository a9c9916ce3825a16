/// The fields of a tab bar item to set; nil leaves one as it is, `""` is UIKit's nil.
package struct TabBarItemChange: Hashable, Sendable {
    package var title: String?
    package var image: String?
    package var selectedImage: String?
    package var badgeValue: String?
    package var badgeColor: String?
    package var isEnabled: Bool?
    package var tag: Int64?
    package var systemItem: String?
    /// Whether it is another item: then nil is the default value.
    package var isReplacement: Bool

    package init(
        title: String? = nil, image: String? = nil, selectedImage: String? = nil, badgeValue: String? = nil,
        badgeColor: String? = nil, isEnabled: Bool? = nil, tag: Int64? = nil, systemItem: String? = nil,
        isReplacement: Bool = false
    ) {
        self.title = title
        self.image = image
        self.selectedImage = selectedImage
        self.badgeValue = badgeValue
        self.badgeColor = badgeColor
        self.isEnabled = isEnabled
        self.tag = tag
        self.systemItem = systemItem
        self.isReplacement = isReplacement
    }
}
