internal import ArgumentParser
internal import DBusInterface
internal import TabInterface
internal import TabMirror

struct SelectCommand: ParsableCommand {
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

    func run() throws {
        let (path, position, viewController, json) = (controller.path, position, viewController?.path, format.json)
        let name = TabBarControllerInterface.name
        try Session.run(verbose: format.verbose) { service in
            do throws(DBusError) {
                if let position {
                    try await service.set(
                        TabBarControllerInterface.selectedIndex, of: name, at: path, to: Int64(position.index))
                } else if let viewController {
                    try await service.set(
                        TabBarControllerInterface.selectedViewController, of: name, at: path, to: viewController)
                }
            } catch {
                throw try await service.explain(error, ofTabBarController: path) { tree in
                    let tabs = tree.value(TabBarControllerInterface.viewControllers, of: name, at: path) ?? []
                    return position.map {
                        "there is no tab \($0): \(TreeText.name(path, in: tree)) has \(Position.count(tabs.count, "tab"))"
                    }
                }
            }
            if json {
                let selected = try await service.get(
                    TabBarControllerInterface.selectedViewController, of: name, at: path)
                Output.print(JSON.object(["selectedViewController": .path(selected)]).text)
            }
            return ExitStatus.done
        }
    }
}
