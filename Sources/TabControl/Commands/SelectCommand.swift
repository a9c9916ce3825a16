internal import ArgumentParser
internal import TabInterface

struct SelectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "select", abstract: "Select a tab, as a program does: no delegate is asked or told.")

    @Option(help: "Select the tab of this view controller, a path or the number in it.")
    var viewController: ControllerArgument?

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    @Argument(help: "The index of the tab, counted from 0.")
    var index: Int64?

    func validate() throws {
        guard (index == nil) != (viewController == nil) else {
            throw ValidationError("Give either an index or --view-controller.")
        }
    }

    func run() throws {
        let (path, index, viewController, json) = (controller.path, index, viewController?.path, format.json)
        let name = TabBarControllerInterface.name
        try Session.run(verbose: format.verbose) { service in
            if let index {
                try await service.set(TabBarControllerInterface.selectedIndex, of: name, at: path, to: index)
            } else if let viewController {
                try await service.set(
                    TabBarControllerInterface.selectedViewController, of: name, at: path, to: viewController)
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
