internal import DBusInterface
internal import TabInterface
internal import TabMirror

extension WindowSnapshot {
    /// - Parameters:
    ///   - views: The views of the content.
    ///   - focus: The focused element in words; nil in profiles without a focus.
    func json(_ views: [ObjectPath: ViewSnapshot], focus: String?) -> JSON {
        [
            "path": .path(controller),
            "title": .string(title),
            "profile": .string(profile),
            "tabBarHidden": .bool(isBarHidden),
            "tabBarSide": barSide.map(JSON.string) ?? .null,
            "items": .array(items.map(\.json)),
            "navigationBar": page.navigationBar?.json ?? .null,
            "toolbar": page.toolbar?.json ?? .null,
            "content": page.content?.json(views) ?? .null,
            "more": page.more?.json ?? .null,
            "popovers": .array(popovers.map { $0.json(views) }),
            "focus": focus.map(JSON.string) ?? .null,
        ]
    }
}

extension WindowSnapshot.PopoverPage {
    /// The properties have the contract's names.
    fileprivate func json(_ views: [ObjectPath: ViewSnapshot]) -> JSON {
        [
            "path": .path(popover.viewController),
            "source": popover.sourceItem?.json ?? .null,
            "sourceRect": popover.sourceRect.map { JSON($0.variant) } ?? .null,
            "arrowDirection": .string(popover.arrowDirection?.name ?? "none"),
            "arrowOffset": .number(popover.arrowOffset),
            "frame": JSON(popover.frame.variant),
            "contentFrame": JSON(popover.contentFrame.variant),
            "background": popover.chrome.json,
            "navigationBar": page.navigationBar?.json ?? .null,
            "toolbar": page.toolbar?.json ?? .null,
            "content": page.content?.json(views) ?? .null,
        ]
    }
}

extension PopoverChrome {
    /// The properties have the contract's names.
    fileprivate var json: JSON {
        [
            "popoverBackgroundViewClass": .string(name),
            "arrowHeight": .number(arrowHeight),
            "arrowBase": .number(arrowBase),
            "contentViewInsets": JSON(contentInsets.variant),
            "fillColor": .string(fillColor),
            "borderColor": .string(borderColor),
        ]
    }
}

extension SourceItem {
    fileprivate var json: JSON {
        switch self {
        case .barButtonItem(let item): ["path": .path(item.viewController), "barButtonItem": id(item)]
        case .view(let view): ["path": .path(view.viewController), "view": id(view)]
        case .tabBar(let bar): ["path": .path(bar)]
        case .tabBarItem(let bar, let position):
            ["path": .path(bar), "position": .integer(position)]
        }
    }

    private func id(_ reference: ViewReference) -> JSON { .integer(reference.view) }
}

extension WindowSnapshot.Item {
    var json: JSON {
        [
            "path": .path(path),
            "title": .string(title),
            "badge": .string(badge),
            "enabled": .bool(isEnabled),
            "selected": .bool(isSelected),
            "needsAttention": .bool(needsAttention),
            "loading": .bool(isLoading),
            "tooltip": .string(tooltip),
            "accessibilityLabel": .string(accessibilityLabel),
            "allowsClosing": .bool(allowsClosing),
            "allowsReordering": .bool(allowsReordering),
            "allowsHiding": .bool(allowsHiding),
        ]
    }
}

extension WindowSnapshot.Content {
    fileprivate func json(_ views: [ObjectPath: ViewSnapshot]) -> JSON {
        let snapshot = views[path] ?? ViewSnapshot(revision: 0, views: [])
        return [
            "path": .path(path),
            "title": .string(title),
            "type": .string(type),
            "state": .string(state),
            "failureReason": .string(failureReason),
            "revision": .integer(snapshot.revision),
            "views": .array(snapshot.views.map { JSON($0) }),
        ]
    }
}

extension NavigationBar {
    fileprivate var json: JSON {
        [
            "backTitle": .string(backTitle),
            "title": .string(title),
            "left": .array(left.map { JSON($0) }),
            "right": .array(right.map { JSON($0) }),
        ]
    }
}

extension Toolbar {
    fileprivate var json: JSON { ["items": .array(items.map { JSON($0) })] }
}

extension MoreRows {
    fileprivate var json: JSON {
        [
            "rows": .array(rows.map(\.json)),
            "editAvailable": .bool(isEditAvailable),
            "arrangement": arrangement.map { .array($0.map(\.json)) } ?? .null,
        ]
    }
}

extension JSON {
    fileprivate init(_ item: BarButtonItemEntry) {
        self = [
            "id": .integer(item.id),
            "title": .string(item.title),
            "image": .string(item.image),
            "enabled": .bool(item.enabled),
        ]
    }
}
