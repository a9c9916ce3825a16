internal import DBusInterface
internal import TabInterface
internal import TabMirror

extension Picture {
    /// The content of the window or of a popover, with what is around it.
    struct Page: Hashable, Sendable {
        /// nil while there are no tabs.
        var content: Content?
        /// The navigation controller that the content is in; nil for none.
        var navigation: ObjectPath?
        /// The bar over the content; nil where there is none.
        var navigationBar: NavigationBar?
        /// The rows in place of views while More's list is displayed.
        var more: MoreRows?
        /// The bar under the content; nil where there is none.
        var toolbar: Toolbar?
    }

    struct Content: Hashable, Sendable {
        var path: ObjectPath
        var title: String
        var type: String
        var state: String
        var failureReason: String
        var snapshot: ViewSnapshot
    }

    struct PopoverPage: Hashable, Sendable {
        var popover: Popover
        var page: Page
    }
}

extension Picture.Page {
    init(_ displayed: Displayed, in source: Picture.Source) {
        self.init(
            content: displayed.content.map { Picture.Content($0, in: source) }, navigation: displayed.navigation,
            navigationBar: displayed.navigation.flatMap { NavigationBar(of: $0, in: source.tree) },
            more: displayed.content.flatMap { MoreRows(of: $0, in: source.tree) },
            toolbar: displayed.navigation.flatMap { Toolbar(of: $0, in: source.tree) })
    }
}

extension Picture.Content {
    init(_ path: ObjectPath, in source: Picture.Source) {
        let controller = source.tree.viewController(path)
        self.init(
            path: path, title: controller.title ?? "", type: controller.type ?? "", state: controller.state ?? "",
            failureReason: controller.failureReason ?? "",
            snapshot: source.views[path] ?? ViewSnapshot(revision: 0, views: []))
    }
}
