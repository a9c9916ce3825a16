internal import ArgumentParser
internal import DBusInterface
internal import TabInterface
internal import TabMirror

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tab bar controllers.")

    @OptionGroup var format: FormatOptions

    @OptionGroup var legend: LegendOptions

    func run() throws {
        let (json, titles) = (format.json, legend.legend(["CONTROLLER", "PROFILE", "TITLE", "TABS"]))
        try Session.run(verbose: format.verbose) { service in
            let tree = try await service.managedObjects()
            let controllers = tree.paths(with: TabBarControllerInterface.name)
            if json {
                Output.print(JSON.array(controllers.map { Self.json($0, in: tree) }).text)
            } else {
                Output.write(Output.table(controllers.map { Self.row($0, in: tree) }, under: titles))
                if controllers.isEmpty { Output.note("there is no tab bar controller; 'tabctl create' makes one") }
            }
            return ExitStatus.done
        }
    }

    private static func row(_ path: ObjectPath, in tree: ManagedObjects) -> [String] {
        let name = TabBarControllerInterface.name
        let selected = tree.value(TabBarControllerInterface.selectedViewController, of: name, at: path)
        let tabs = tree.value(TabBarControllerInterface.viewControllers, of: name, at: path) ?? []
        var titles = tabs.map { tab in
            text(of: tab, in: tree, isSelected: tab == selected)
        }
        // Those in More stand behind its item.
        let rows = rows(of: path, in: tree)
        if !rows.isEmpty {
            let isSelected = Displayed(in: path, of: tree).content == MoreRows.list(of: path, in: tree)
            titles.insert(isSelected ? "[More]:" : "More:", at: max(tabs.count - rows.count, 0))
        }
        return [
            path.text, tree.value(TabBarControllerInterface.profile, of: name, at: path) ?? "",
            tree.value(ViewControllerInterface.title, of: ViewControllerInterface.name, at: path) ?? "",
            titles.joined(separator: " "),
        ]
    }

    /// The tabs that are in More.
    private static func rows(of path: ObjectPath, in tree: ManagedObjects) -> [ObjectPath] {
        MoreRows.list(of: path, in: tree).flatMap {
            tree.value(MoreListInterface.rows, of: MoreListInterface.name, at: $0)
        } ?? []
    }

    private static func text(of tab: ObjectPath, in tree: ManagedObjects, isSelected: Bool) -> String {
        let name = TabBarItemInterface.name
        let title = tree.value(TabBarItemInterface.displayTitle, of: name, at: tab) ?? tab.text
        let badge = tree.value(TabBarItemInterface.badgeValue, of: name, at: tab) ?? ""
        let shown = tree.value(TabBarItemInterface.enabled, of: name, at: tab) == false ? "(\(title))" : title
        return (isSelected ? "[\(shown)]" : shown) + (badge.isEmpty ? "" : "{\(badge)}")
    }

    private static func json(_ path: ObjectPath, in tree: ManagedObjects) -> JSON {
        let name = TabBarControllerInterface.name
        let base = ViewControllerInterface.name
        return .object([
            "path": .path(path),
            "title": .string(tree.value(ViewControllerInterface.title, of: base, at: path) ?? ""),
            "profile": .string(tree.value(TabBarControllerInterface.profile, of: name, at: path) ?? ""),
            "restorationIdentifier": .string(
                tree.value(ViewControllerInterface.restorationIdentifier, of: base, at: path) ?? ""),
            "selectedViewController": .path(
                tree.value(TabBarControllerInterface.selectedViewController, of: name, at: path) ?? .none),
            "viewControllers": .paths(
                tree.value(TabBarControllerInterface.viewControllers, of: name, at: path) ?? []),
            "more": .paths(rows(of: path, in: tree)),
        ])
    }
}
