internal import ArgumentParser
internal import DBusInterface
internal import TabClient
internal import TabInterface
internal import TabMirror

struct SelectCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "select", abstract: "Select a tab without asking or notifying the delegate.")

    @Option(help: "Select the tab of this view controller, given as a path or the number in it.")
    var viewController: ControllerArgument?

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    @Argument(help: "The position of the tab among all tabs, counted from 1.")
    var position: Position?

    func validate() throws {
        guard (position == nil) != (viewController == nil) else {
            throw ValidationError("Give either a position or --view-controller, and not both.")
        }
    }

    func run(_ service: Service) async throws {
        let path = controller.path
        let tabs = service.tabBarController(path)
        do throws(DBusError) {
            if let position {
                try await tabs.set(\.selectedIndex, to: Int64(position.index))
            } else if let viewController {
                try await tabs.set(\.selectedViewController, to: viewController.path)
            }
        } catch {
            throw try await service.explain(error, ofTabBarController: path) { tree in
                let count = Position.count(tree.tabBarController(path).viewControllers?.count ?? 0, "tab")
                return position.map { "tab \($0) does not exist: \(ObjectNames.name(path, in: tree)) has \(count)" }
            }
        }
        guard format.json else { return }
        let selected = try await tabs.selectedViewController
        format.print(["selectedViewController": .path(selected)])
    }
}

struct TapCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Tap an item of the tab bar. The delegate can refuse.")

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    @Argument(help: "The position of the item on the bar, counted from 1.")
    var position: Position

    func run(_ service: Service) async throws {
        let path = controller.path
        let isAccepted: Bool
        do throws(DBusError) {
            isAccepted = try await service.tap(position.index, of: path)
        } catch {
            throw try await service.explain(error, ofTabBarController: path) { tree in
                let items = tree.tabBarController(path).tabBar.flatMap { tree.tabBar($0).items }
                let count = Position.count(items?.count ?? 0, "item")
                return "item \(position) does not exist: the bar of \(ObjectNames.name(path, in: tree)) has \(count)"
            }
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
                "row \(row) does not exist: the More list of \(ObjectNames.name(path, in: tree)) has \(count)")
        }
        try format.report(isAccepted: isAccepted)
    }
}
