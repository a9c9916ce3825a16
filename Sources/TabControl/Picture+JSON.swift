internal import TabInterface

extension Picture {
    var json: JSON {
        .object([
            "path": .path(controller),
            "title": .string(title),
            "profile": .string(profile),
            "tabBarHidden": .bool(isBarHidden),
            "items": .array(items.map(\.json)),
            "content": content?.json ?? .null,
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
