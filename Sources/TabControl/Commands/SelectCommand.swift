internal import ArgumentParser
internal import DBusInterface
internal import TabInterface
internal import TabMirror

struct SelectCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "select", abstract: "Select a tab without asking the delegate.")

    @Option(help: "Select the tab of this view controller, a path or the number in it.")
    var viewController: ControllerArgument?

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    @Argument(help: "The position of the tab among all tabs, counted from 1.")
    var position: Position?

    func validate() throws {
        guard (position == nil) != (viewController == nil) else {
            throw ValidationError("Give either a position or --view-controller.")
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
                return position.map { "there is no tab \($0): \(TreeText.name(path, in: tree)) has \(count)" }
            }
        }
        guard format.json else { return }
        let selected = try await tabs.selectedViewController
        format.print(["selectedViewController": .path(selected)])
    }
}
