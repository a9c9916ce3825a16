package import DBusConnection
package import DBusInterface
package import TabInterface

/// What an owner may ask of the daemon for a controller of its own. What throws has changed nothing.
@EventLoop
package protocol ContentHost: AnyObject {
    /// Removals first, then the changed entries, parents before children.
    func updateViews(changed: [ViewEntry], removed: [UInt32], of controller: UInt64) throws(DBusError)
    /// Sets the titles of the tab bar item and the navigation item as well (H-3).
    func setTitle(_ title: String, of controller: UInt64) throws(DBusError)
    func setTabBarItem(_ change: TabBarItemChange, of controller: UInt64) throws(DBusError)
}

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
