internal import DBusInterface
internal import TabInterface
internal import TabMirror

extension TreeChange {
    /// Returns an object with the kind of change as `event`. No detail is left out.
    func json(in tree: TabTree) -> JSON {
        switch self {
        case .property(let path, let interface, let name, let old, let new):
            [
                "event": .string("property"), "path": .path(path), "interface": .string(interface),
                "property": .string(name), "old": old.map { JSON($0) } ?? .null, "new": JSON(new),
            ]
        case .joined(let path):
            [
                "event": .string("joined"), "path": .path(path),
                "interfaces": JSON(interfaces: tree.objects[path] ?? [:]),
            ]
        case .left(let path, _): ["event": .string("left"), "path": .path(path)]
        case .lost(let path, let interface):
            [
                "event": .string("interfaceRemoved"), "path": .path(path), "interface": .string(interface),
            ]
        case .view(let path, .added(let view)):
            ["event": .string("viewAdded"), "path": .path(path), "view": JSON(view)]
        case .view(let path, .removed(let view)):
            [
                "event": .string("viewRemoved"), "path": .path(path), "id": .integer(view.id),
            ]
        case .view(let path, .changed(let old, let new)):
            ["event": .string("viewChanged"), "path": .path(path), "old": JSON(old), "new": JSON(new)]
        case .refused(let path): ["event": .string("refused"), "path": .path(path)]
        case .rowScrolled(let path, let view, let row, let position):
            [
                "event": .string("rowScrolled"), "path": .path(path), "view": .integer(view), "row": .integer(row),
                "position": .string(position),
            ]
        case .announced(let path, let text, let priority):
            [
                "event": .string("announced"), "path": .path(path), "text": .string(text),
                "priority": .string(priority),
            ]
        case .destroyed: ["event": .string("destroyed"), "path": .path(tree.controller)]
        }
    }
}

extension TabTree {
    /// All objects and views, as the first `event` of a stream.
    var json: JSON {
        let objects = objects.keys.sorted(by: ManagedObjects.isBefore).map {
            JSON.Member(name: $0.text, value: JSON(interfaces: self.objects[$0] ?? [:]))
        }
        let views = views.keys.sorted(by: ManagedObjects.isBefore).map { path in
            JSON.Member(
                name: path.text,
                value: [
                    "revision": .integer(self.views[path]?.revision ?? 0),
                    "views": .array((self.views[path]?.views ?? []).map { JSON($0) }),
                ])
        }
        return [
            "event": .string("attached"), "path": .path(controller), "objects": .object(objects),
            "views": .object(views),
        ]
    }
}

extension JSON {
    /// Creates an object from the properties of all interfaces, with the names of the contract.
    fileprivate init(interfaces: TabTree.Properties) {
        self = .object(interfaces.sorted { $0.key < $1.key }.map { Member(name: $0, value: JSON($1.variant)) })
    }
}
