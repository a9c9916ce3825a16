internal import TabInterface

extension Picture {
    var json: JSON {
        .object([
            "path": .path(controller),
            "title": .string(title),
            "profile": .string(profile),
            "tabBarHidden": .bool(isBarHidden),
            "items": .array(items.map(\.json)),
            "navigationBar": navigationBar?.json ?? .null,
            "content": content?.json ?? .null,
            "more": more?.json ?? .null,
            "focus": focus.map(JSON.string) ?? .null,
        ])
    }
}

extension Picture.Item {
    fileprivate var json: JSON {
        .object([
            "path": .path(path),
            "title": .string(title),
            "badge": .string(badge),
            "enabled": .bool(isEnabled),
            "selected": .bool(isSelected),
        ])
    }
}

extension Picture.Content {
    fileprivate var json: JSON {
        .object([
            "path": .path(path),
            "title": .string(title),
            "type": .string(type),
            "state": .string(state),
            "failureReason": .string(failureReason),
            "revision": .unsigned(snapshot.revision),
            "views": .array(snapshot.views.map { JSON($0) }),
        ])
    }
}

extension NavigationBar {
    fileprivate var json: JSON {
        .object([
            "backTitle": .string(backTitle),
            "title": .string(title),
            "left": .array(left.map { JSON($0) }),
            "right": .array(right.map { JSON($0) }),
        ])
    }
}

extension MoreRows {
    fileprivate var json: JSON {
        .object([
            "rows": .array(rows.map(\.json)),
            "editAvailable": .bool(isEditAvailable),
            "arrangement": arrangement.map { .array($0.map(\.json)) } ?? .null,
        ])
    }
}

extension JSON {
    fileprivate init(_ item: BarButtonItemEntry) {
        self = .object([
            "id": .unsigned(UInt64(item.id)),
            "title": .string(item.title),
            "image": .string(item.image),
            "enabled": .bool(item.enabled),
        ])
    }
}
