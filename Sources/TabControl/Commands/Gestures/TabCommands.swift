internal import ArgumentParser
internal import DBusInterface
internal import TabClient
internal import TabInterface
internal import TabMirror

struct SelectCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "select", abstract: "Select a tab without asking or notifying the delegate.")

    @Option(help: "Select the tab of this view controller, given as a path or the number in it.")
    var viewController: ControllerArgument?

    @OptionGroup var target: ControllerOptions

    @Argument(help: "The position of the tab among all tabs, counted from 1.")
    var position: Position?

    func validate() throws {
        guard (position == nil) != (viewController == nil) else {
            throw ValidationError("Give either a position or --view-controller, and not both.")
        }
    }

    func run(_ service: Service) async throws {
        try await service.callTabBarController(path) { tree in
            let count = Position.count(tree.tabBarController(path).viewControllers?.count ?? 0, "tab")
            return position.map { "tab \($0) does not exist: \(tree.name(of: path)) has \(count)" }
        } _: { (tabs) throws(DBusError) in
            if let position {
                try await tabs.set(\.selectedIndex, to: Int64(position.index))
            } else if let viewController {
                try await tabs.set(\.selectedViewController, to: viewController.path)
            }
        }
        guard format.json else { return }
        let selected = try await service.tabBarController(path).selectedViewController
        format.print(["selectedViewController": .path(selected)])
    }
}

struct TapCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Tap an item of the tab bar. The delegate can refuse.")

    @OptionGroup var target: ControllerOptions

    @Argument(help: "The position of the item on the bar, counted from 1.")
    var position: Position

    func run(_ service: Service) async throws {
        let isAccepted = try await service.callTabBarController(path) { tree in
            let items = tree.tabBarController(path).tabBar.flatMap { tree.tabBar($0).items }
            let count = Position.count(items?.count ?? 0, "item")
            return "item \(position) does not exist: the bar of \(tree.name(of: path)) has \(count)"
        } _: { (_) throws(DBusError) in
            try await service.tap(position.index, of: path)
        }
        try format.report(isAccepted: isAccepted)
    }
}

struct RowCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "row", abstract: "Tap a row of the More list to push its tab.",
        discussion: "The list must be displayed: tap the last item of the bar first. 'tabctl show' prints the rows.")

    @OptionGroup var format: FormatOptions

    @Argument(help: "The tab bar controller: an object path, or the number in it.")
    var controller: ControllerArgument

    @Argument(help: "The number of the row, counted from 1.")
    var row: Position

    func run(_ service: Service) async throws {
        let path = controller.path
        let tree = try await service.objects(with: path)
        let list = try MoreRows.requireList(of: path, in: tree)
        let isAccepted: Bool
        do throws(DBusError) {
            isAccepted = try await service.moreList(list).tapRow(row.index)
        } catch {
            guard error.tabError == .outOfRange else { throw MoreRows.advice(on: error, about: path, in: tree) }
            let count = Position.count(tree.moreList(list).rows?.count ?? 0, "row")
            throw ControlError(error).withMessage(
                "row \(row) does not exist: the More list of \(tree.name(of: path)) has \(count)")
        }
        try format.report(isAccepted: isAccepted)
    }
}
