internal import DBusInterface
internal import TabInterface
internal import TabMirror

/// All view controllers as a tree: tabs, stacks and presented view controllers below their containers and presenters.
struct ControllerTree {
    struct Entry: Hashable {
        let path: ObjectPath
        /// The number of containers and presenters above it.
        let depth: Int
    }

    private let tree: ManagedObjects
    /// Each view controller, containers before their content.
    private(set) var entries: [Entry] = []
    /// The selected tabs of all tab bar controllers.
    private let selected: Set<ObjectPath>
    private let below: [ObjectPath: [ObjectPath]]
    private var listed: Set<ObjectPath> = []

    init(_ tree: ManagedObjects) {
        self.tree = tree
        selected = Set(
            tree.paths(with: TabBarControllerInterface.name).compactMap {
                tree.tabBarController($0).selectedViewController
            })
        let paths = tree.paths(with: ViewControllerInterface.name)
        below = Dictionary(grouping: paths) { Self.owner(of: $0, in: tree) }
        for path in below[.none] ?? [] { add(path, depth: 0) }
        // An object of another version may be below an unknown one.
        for path in paths { add(path, depth: 0) }
    }

    private mutating func add(_ path: ObjectPath, depth: Int) {
        guard listed.insert(path).inserted else { return }
        entries.append(Entry(path: path, depth: depth))
        let order =
            tree.tabBarController(path).viewControllers ?? tree.navigationController(path).viewControllers ?? []
        let content = below[path] ?? []
        let ordered = order.filter(content.contains)
        for path in ordered + content.filter({ !ordered.contains($0) }) { add(path, depth: depth + 1) }
    }

    /// Returns the container or the presenter of a view controller; `/` for none.
    private static func owner(of path: ObjectPath, in tree: ManagedObjects) -> ObjectPath {
        let controller = tree.viewController(path)
        if let parent = controller.parent, !parent.isNone { return parent }
        return tree.isPresented(path) ? controller.presentingViewController ?? .none : .none
    }

    /// Returns some view controllers in an order in which they can be destroyed: content before its containers, so that
    /// `Reopen` restores containers first.
    ///
    /// - Parameter recursive: Whether the content of containers is included, without More.
    func innermostFirst(_ paths: [ObjectPath], recursive: Bool) -> [ObjectPath] {
        let given = Set(paths)
        var result = paths.filter { !listed.contains($0) }
        var container: Int?
        var included: [ObjectPath] = []
        for entry in entries {
            if let depth = container, entry.depth <= depth { container = nil }
            let isGiven = given.contains(entry.path)
            if isGiven, recursive, container == nil { container = entry.depth }
            let isMore = TreeText.moreTypes.contains(tree.viewController(entry.path).type ?? "")
            if isGiven || container != nil && !isMore { included.append(entry.path) }
        }
        result += included.reversed()
        return result
    }

    // MARK: Output

    /// The rows of a table: name, type, state and identifier.
    var rows: [[String]] {
        entries.map { entry in
            let controller = tree.viewController(entry.path)
            let badge = tree.tabBarItem(entry.path).badgeValue ?? ""
            let marks = WindowSnapshot.Item(entry.path, in: tree, isSelected: false).marks
            let indent = String(repeating: "  ", count: entry.depth) + (selected.contains(entry.path) ? "* " : "  ")
            return [
                indent + tree.name(of: entry.path) + (badge.isEmpty ? "" : " {\(badge)}")
                    + (marks.isEmpty ? "" : " \(marks)"), controller.type ?? "",
                state(of: entry.path), controller.restorationIdentifier ?? "",
            ]
        }
    }

    /// Returns the appearance, and the state of an owner that is not ready.
    private func state(of path: ObjectPath) -> String {
        let controller = tree.viewController(path)
        let state = controller.state ?? ""
        return (controller.appearanceState ?? "") + (["", "ready"].contains(state) ? "" : ", \(state)")
    }

    /// An array of all view controllers, in the order of the tree.
    var json: JSON {
        .array(
            entries.map { entry in
                let controller = tree.viewController(entry.path)
                return [
                    "path": .path(entry.path),
                    "title": .string(controller.title ?? ""),
                    "type": .string(controller.type ?? ""),
                    "restorationIdentifier": .string(controller.restorationIdentifier ?? ""),
                    "parent": Self.json(controller.parent),
                    "presentingViewController": tree.isPresented(entry.path)
                        ? Self.json(controller.presentingViewController) : .null,
                    "depth": .integer(entry.depth),
                    "selected": .bool(selected.contains(entry.path)),
                    "badge": .string(tree.tabBarItem(entry.path).badgeValue ?? ""),
                    "needsAttention": .bool(tree.tabBarItem(entry.path).needsAttention ?? false),
                    "loading": .bool(tree.tabBarItem(entry.path).loading ?? false),
                    "appearanceState": .string(controller.appearanceState ?? ""),
                    "state": .string(controller.state ?? ""),
                ]
            })
    }

    private static func json(_ path: ObjectPath?) -> JSON {
        path.flatMap { $0.isNone ? nil : .path($0) } ?? .null
    }
}
