internal import ArgumentParser
internal import DBusInterface
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

struct ListCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tab bar controllers and their tabs.",
        discussion: """
            With --all, every view controller is listed: the tabs, stacks and presented view controllers below their \
            containers, those without a container on the first level. An asterisk marks selected tabs.
            """)

    @Flag(help: "List every view controller as a tree.")
    var all = false

    @OptionGroup var format: FormatOptions

    @OptionGroup var legend: LegendOptions

    func run(_ service: Service) async throws {
        let tree = try await service.managedObjects()
        guard !all else { return printAll(ControllerTree(tree)) }
        let controllers = tree.paths(with: TabBarControllerInterface.name)
        guard !format.json else { return Output.print(JSON.array(controllers.map { Self.json($0, in: tree) }).text) }
        let titles = legend.legend(["CONTROLLER", "PROFILE", "TITLE", "TABS"])
        Output.write(Output.table(controllers.map { Self.row($0, in: tree) }, under: titles))
        if controllers.isEmpty { Output.note(ControllerArgument.noController) }
    }

    private func printAll(_ tree: ControllerTree) {
        guard !format.json else { return Output.print(tree.json.text) }
        let titles = legend.legend(["VIEW CONTROLLER", "TYPE", "STATE", "IDENTIFIER"])
        Output.write(Output.table(tree.rows, under: titles))
        if tree.entries.isEmpty { Output.note("no view controller exists; 'tabctl create' creates one") }
    }

    private static func row(_ path: ObjectPath, in tree: ManagedObjects) -> [String] {
        let controller = tree.tabBarController(path)
        let selected = controller.selectedViewController
        let tabs = controller.viewControllers ?? []
        var titles = tabs.map { text(of: $0, in: tree, isSelected: $0 == selected) }
        // The tabs under More follow its item.
        let rows = rows(of: path, in: tree)
        if !rows.isEmpty {
            let isSelected = Displayed(in: path, of: tree).content == MoreRows.list(of: path, in: tree)
            titles.insert(isSelected ? "[More]:" : "More:", at: max(tabs.count - rows.count, 0))
        }
        return [
            path.text, controller.profile ?? "", tree.viewController(path).title ?? "",
            titles.joined(separator: " "),
        ]
    }

    /// The tabs under More.
    private static func rows(of path: ObjectPath, in tree: ManagedObjects) -> [ObjectPath] {
        MoreRows.list(of: path, in: tree).flatMap { tree.moreList($0).rows } ?? []
    }

    private static func text(of tab: ObjectPath, in tree: ManagedObjects, isSelected: Bool) -> String {
        let item = tree.tabBarItem(tab)
        let title = item.displayTitle ?? tab.text
        let badge = item.badgeValue ?? ""
        let shown = item.enabled == false ? "(\(title))" : title
        let marks = WindowSnapshot.Item(tab, in: tree, isSelected: isSelected).marks
        return (isSelected ? "[\(shown)]" : shown) + (badge.isEmpty ? "" : "{\(badge)}") + marks
    }

    private static func json(_ path: ObjectPath, in tree: ManagedObjects) -> JSON {
        let controller = tree.tabBarController(path)
        let tabs = (controller.viewControllers ?? []).map { tab in
            WindowSnapshot.Item(tab, in: tree, isSelected: tab == controller.selectedViewController).json
        }
        return [
            "path": .path(path),
            "title": .string(tree.viewController(path).title ?? ""),
            "profile": .string(controller.profile ?? ""),
            "restorationIdentifier": .string(tree.viewController(path).restorationIdentifier ?? ""),
            "selectedViewController": .path(controller.selectedViewController ?? .none),
            "viewControllers": .paths(controller.viewControllers ?? []),
            "more": .paths(rows(of: path, in: tree)),
            "tabs": .array(tabs),
        ]
    }
}
