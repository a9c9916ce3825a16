/// The settings of a view controller that restoration keeps.
package struct ViewControllerSettings: Hashable, Sendable {
    @Text package var title: String? = nil
    package var item = TabBarItem()
    /// Navigation controllers only: false shows the root's item (`H-4`, `S-53`).
    package var hasOwnItem = true
    package var tabVisibility = TabVisibility()
    package var navigationItem = NavigationItem()
    package var isNavigationBarHidden = false
    package var isToolbarHidden = true
    package var hidesBottomBarWhenPushed = false
    /// Bits as in UIRectEdge: top 1, left 2, bottom 4, right 8.
    package var edgesForExtendedLayout: UInt32 = 15
    package var extendedLayoutIncludesOpaqueBars = false
    package var modalPresentationStyle = ModalPresentationStyle.automatic
    package var isModalInPresentation = false
    /// 0 means no preference.
    package var preferredContentSize = Size(width: 0, height: 0)

    /// Whether the bars that show the controller's item change with other settings.
    func showsOtherItem(than other: ViewControllerSettings) -> Bool {
        _title != other._title || item != other.item || hasOwnItem != other.hasOwnItem
    }

    /// Whether the controller and its content get other frames or insets with other settings.
    func needsOtherLayout(than other: ViewControllerSettings) -> Bool {
        edgesForExtendedLayout != other.edgesForExtendedLayout
            || extendedLayoutIncludesOpaqueBars != other.extendedLayoutIncludesOpaqueBars
            || isNavigationBarHidden != other.isNavigationBarHidden || isToolbarHidden != other.isToolbarHidden
    }

    /// The images of the item and the buttons.
    var images: [String] {
        // Most controllers have neither an image nor a button.
        guard item.image != nil || item.ownSelectedImage != nil || navigationItem.hasBarButtonItems else { return [] }
        return [item.image, item.ownSelectedImage].compactMap(\.self)
            + navigationItem.barButtonItems.map(\.image).filter { !$0.isEmpty }
    }
}
