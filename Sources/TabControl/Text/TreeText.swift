internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// A tree and its changes as text: one line per view controller, view and change.
struct TreeText {
    let tree: TabTree
    /// The objects that have just been removed, whose names are still needed.
    var removedObjects: [ObjectPath: TabTree.Properties] = [:]

    init(_ tree: TabTree) { self.tree = tree }

    // MARK: Tree

    /// The controller, then its tabs (the selected one with an asterisk), and the visible views.
    var lines: [String] { lines(of: tree.controller, depth: 0) }

    private func lines(of path: ObjectPath, depth: Int) -> [String] {
        // More, its list, a stack, its content and 32 presentations stay below this limit; a deeper tree contains a
        // cycle.
        guard depth < 64 else { return [] }
        let indent = String(repeating: "  ", count: depth)
        // The rows of More are in the notes, with their numbers.
        let views = isMoreList(path) ? [] : tree.views[path].map { ViewOutline($0.views).lines } ?? []
        return [indent + (isSelected(path) ? "* " : "  ") + line(of: path)]
            + (notes(of: path) + views).map { indent + "      " + $0 }
            + (children(of: path) + presented(by: path)).flatMap { lines(of: $0, depth: depth + 1) }
    }

    /// Returns the line of a view controller: `2 Stopwatch {3}  clock.Stopwatch  appeared`.
    private func line(of path: ObjectPath) -> String {
        var parts = [name(path)]
        let badge = tree.tabBarItem(path).badgeValue ?? ""
        if !badge.isEmpty { parts[0] += " {\(badge)}" }
        let item = WindowSnapshot.Item(path, in: tree.managedObjects, isSelected: false)
        if !item.marks.isEmpty { parts[0] += " \(item.marks)" }
        if tree.tabBarItem(path).enabled == false { parts[0] = "(\(parts[0]))" }
        let controller = tree.viewController(path)
        let type = controller.type ?? ""
        // Without a title, the name already contains the type.
        if !parts[0].hasSuffix(type) { parts.append(type) }
        if let size = tree.window(path).size {
            let profile = tree.tabBarController(path).profile.map { $0 + " " } ?? ""
            parts.append(profile + PropertyText.size(size))
        }
        parts.append(controller.appearanceState ?? "")
        if controller.tabHidden == true { parts.append("hidden") }
        let state = controller.state ?? ""
        if state != "ready" { parts.append("\(state): \(controller.failureReason ?? "")") }
        if !item.accessibilityLabel.isEmpty { parts.append("label: \(item.accessibilityLabel)") }
        if !item.tooltip.isEmpty { parts.append("tooltip: \(item.tooltip)") }
        return CharacterWidth.printable(parts.filter { !$0.isEmpty }.joined(separator: "  "))
    }

    /// Returns the notes of a view controller: its presentation, the bars of a stack, the rows of More and the focus.
    private func notes(of path: ObjectPath) -> [String] {
        let objects = tree.managedObjects
        var notes: [String] = []
        if let presentation = presentation(of: path) { notes.append(presentation) }
        if let bar = NavigationBar(of: path, in: objects), !bar.text.isEmpty { notes.append("bar: \(bar.text)") }
        if let toolbar = Toolbar(of: path, in: objects), !toolbar.items.isEmpty {
            notes.append("toolbar: \(toolbar.text)")
        }
        if let more = MoreRows(of: path, in: objects) {
            if let arrangement = more.arrangement {
                let items = arrangement.enumerated().map { $1.listText(at: Position(at: $0)) }
                notes.append("customizing: \(items.joined(separator: ", "))")
            }
            notes += more.rows.enumerated().map { "row \($1.listText(at: Position(at: $0)))" }
        }
        if let focus = focus(of: path) { notes.append("focus: \(focus)") }
        return notes.map(CharacterWidth.printable)
    }

    /// Returns `popover: …` or `presented: pageSheet`; nil if the view controller is not presented itself.
    func presentation(of path: ObjectPath) -> String? {
        if let popover = popover(of: path) { return "popover: \(popover)" }
        guard tree.isPresented(path) else { return nil }
        return "presented: \(tree.viewController(path).modalPresentationStyle ?? "")"
    }

    func isMoreList(_ path: ObjectPath) -> Bool { tree.objects[path]?[MoreListInterface.name] != nil }

    static let moreTypes = ["MoreNavigationController", "MoreList"]

    /// Returns the children in the order of the tabs or the stack. More and its list always exist, but are included
    /// only after they first appear.
    private func children(of path: ObjectPath) -> [ObjectPath] {
        let ordered =
            tree.tabBarController(path).viewControllers ?? tree.navigationController(path).viewControllers ?? []
        let all = tree.objects.keys.filter { tree.viewController($0).parent == path }
        let others = Set(all).subtracting(ordered).filter { path in
            let other = tree.viewController(path)
            return other.appearanceState != "disappeared" || !Self.moreTypes.contains(other.type ?? "")
        }
        return ordered.filter(all.contains) + others.sorted(by: ManagedObjects.isBefore)
    }

    private func presented(by path: ObjectPath) -> [ObjectPath] {
        tree.objects.keys.filter {
            tree.isPresented($0) && tree.viewController($0).presentingViewController == path
        }.sorted(by: ManagedObjects.isBefore)
    }

    private func isSelected(_ path: ObjectPath) -> Bool {
        tree.tabBarController(tree.controller).selectedViewController == path
    }

    // MARK: Names

    /// Returns the number and the title, else the type: `2 Stopwatch`; `none` for `/`.
    func name(_ path: ObjectPath) -> String {
        tree.objects[path] == nil ? ManagedObjects(removedObjects).name(of: path) : tree.name(of: path)
    }
}
