package import DBusInterface
package import TabInterface

/// The content of a front end for a controller: its title, the content, the bars, and the popovers over them.
package struct WindowSnapshot: Hashable, Sendable {
    package struct Item: Hashable, Sendable {
        package var path: ObjectPath
        package var title: String
        /// An icon name or a `file:` URI; empty for none.
        package var image: String
        package var badge: String
        /// The colour name; empty for the default.
        package var badgeColor: String
        package var isEnabled: Bool
        package var isSelected: Bool
        package var needsAttention = false
        package var isLoading = false
        /// A longer description; empty for none.
        package var tooltip = ""
        /// The text for a screen reader; empty for the title.
        package var accessibilityLabel = ""
        /// Whether the user may close it, and move it outside of customizing.
        package var allowsClosing = false
        package var allowsReordering = false
        /// Whether the user may hide it.
        package var allowsHiding = false

        package init(
            path: ObjectPath, title: String, image: String, badge: String, badgeColor: String, isEnabled: Bool,
            isSelected: Bool
        ) {
            self.path = path
            self.title = title
            self.image = image
            self.badge = badge
            self.badgeColor = badgeColor
            self.isEnabled = isEnabled
            self.isSelected = isSelected
        }
    }

    package var controller: ObjectPath
    package var title: String
    package var profile: String
    /// The size of the window in points; nil without a window.
    package var size: DBusSize?
    /// The page that covers the window.
    package var page: Page
    /// Whether the page is presented over the tabs and their bar.
    package var isPagePresented: Bool
    /// The popovers over the page, from bottom to top.
    package var popovers: [PopoverPage]
    /// The topmost popover, adapted sheet, or alert with a cancel action, which Escape dismisses; nil for none.
    package var escape: ObjectPath?
    /// The frame of the bar in points of the window; nil without a bar.
    package var barFrame: DBusRect?
    /// The side of the bar, by the contract's name; nil without a bar.
    package var barSide: String?
    package var items: [Item]
    package var isBarHidden: Bool

    package init(of controller: ObjectPath, in tree: ManagedObjects) {
        self.controller = controller
        title = tree.viewController(controller).title ?? ""
        profile = tree.tabBarController(controller).profile ?? ""
        size = tree.window(controller).size
        let layers = Displayed.Layers(in: controller, of: tree)
        page = Page(layers.page, in: tree)
        isPagePresented = layers.isPagePresented
        popovers = layers.popovers.map { PopoverPage(popover: $0.popover, page: Page($0.displayed, in: tree)) }
        escape = layers.topPresented.flatMap { top in
            Popover.presented(as: top, in: tree) ?? Popover.cancelAction(ofAlert: top, in: tree).map { _ in top }
        }
        guard let bar = tree.tabBarController(controller).tabBar, let paths = tree.tabBar(bar).items else {
            items = []
            isBarHidden = true
            return
        }
        barFrame = tree.tabBar(bar).frame
        barSide = tree.tabBar(bar).side
        let selected = tree.tabBar(bar).selectedItem
        isBarHidden = tree.tabBar(bar).hidden ?? false
        items = paths.map { Item($0, in: tree, isSelected: $0 == selected) }
    }

    /// An edge of the window.
    package enum Edge { case top, left, bottom, right }

    /// The edge of the window where the bar is. The frame decides between left and right, which depend on the layout
    /// direction.
    package var barEdge: Edge {
        let frame = barFrame ?? DBusRect(x: 0, y: 0, width: 0, height: 0)
        switch barSide {
        case "leading", "trailing": return frame.x + frame.width / 2 < (size?.width ?? 0) / 2 ? .left : .right
        case "top": return .top
        default: return frame.y > 0 ? .bottom : .top
        }
    }

    /// The view controller that fills the content of the controller, next to the bar.
    package var child: ObjectPath? { page.navigation ?? page.content?.path }

    /// The view controllers whose views are shown.
    package var contentPaths: [ObjectPath] { ([page] + popovers.map(\.page)).compactMap(\.content?.path) }

}

extension WindowSnapshot.Item {
    package init(_ path: ObjectPath, in tree: ManagedObjects, isSelected: Bool) {
        let item = tree.tabBarItem(path)
        self.init(
            path: path, title: item.displayTitle ?? "", image: item.displayImage ?? "", badge: item.badgeValue ?? "",
            badgeColor: item.badgeColor ?? "", isEnabled: item.enabled ?? true, isSelected: isSelected)
        needsAttention = item.needsAttention ?? false
        isLoading = item.loading ?? false
        tooltip = item.tooltip ?? ""
        accessibilityLabel = item.accessibilityLabel ?? ""
        allowsClosing = item.allowsClosing ?? false
        allowsReordering = item.allowsReordering ?? false
        allowsHiding = tree.viewController(path).allowsHiding ?? false
    }
}

extension WindowSnapshot {
    /// The content of the window or of a popover, with its bars.
    package struct Page: Hashable, Sendable {
        /// The displayed view controller; nil while there are no tabs.
        package var content: Content?
        /// The navigation controller of the content; nil if there is none.
        package var navigation: ObjectPath?
        /// The navigation bar; nil if there is none.
        package var navigationBar: NavigationBar?
        /// The rows of the More list while it is displayed; nil otherwise.
        package var more: MoreRows?
        /// The toolbar; nil if there is none.
        package var toolbar: Toolbar?

        package init(_ displayed: Displayed, in tree: ManagedObjects) {
            content = displayed.content.map { Content($0, in: tree) }
            navigation = displayed.navigation
            navigationBar = navigation.flatMap { NavigationBar(of: $0, in: tree) }
            more = displayed.content.flatMap { MoreRows(of: $0, in: tree) }
            toolbar = navigation.flatMap { Toolbar(of: $0, in: tree) }
        }
    }

    package struct Content: Hashable, Sendable {
        package var path: ObjectPath
        package var title: String
        package var type: String
        package var state: String
        package var failureReason: String

        package init(_ path: ObjectPath, in tree: ManagedObjects) {
            let controller = tree.viewController(path)
            self.path = path
            title = controller.title ?? ""
            type = controller.type ?? ""
            state = controller.state ?? ""
            failureReason = controller.failureReason ?? ""
        }
    }

    package struct PopoverPage: Hashable, Sendable {
        package var popover: Popover
        package var page: Page
    }
}
