internal import ArgumentParser
internal import DBusInterface
internal import TabInterface

struct SetTabsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-tabs", abstract: "Replace the tabs.")

    @Flag(help: "Tell front ends to animate the change.")
    var animated = false

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    @Argument(help: "The view controllers of the tabs, in order; paths or numbers.")
    var viewController: [ControllerArgument]

    func run() throws {
        let (path, animated, json) = (controller.path, animated, format.json)
        let viewControllers = viewController.map(\.path)
        try Session.run(verbose: format.verbose) { service in
            do throws(DBusError) {
                try await service.setViewControllers(of: path, to: viewControllers, animated: animated)
            } catch {
                throw try await service.explain(error, ofTabBarController: path)
            }
            if json {
                let tabs = try await service.get(
                    TabBarControllerInterface.viewControllers, of: TabBarControllerInterface.name, at: path)
                Output.print(JSON.object(["viewControllers": .paths(tabs)]).text)
            }
            return ExitStatus.done
        }
    }
}
