internal import ArgumentParser
internal import DBusInterface
internal import TabInterface

struct SetTabsCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-tabs", abstract: "Replace the tabs.")

    @Flag(help: "Tell front ends to animate the change.")
    var animated = false

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    @Argument(help: "The view controllers of the tabs, in order; paths or numbers.")
    var viewController: [ControllerArgument]

    func run(_ service: Service) async throws {
        let tabs = service.tabBarController(controller.path)
        do throws(DBusError) {
            try await tabs.call(\.setViewControllers, viewController.map(\.path), animated, Options())
        } catch {
            throw try await service.explain(error, ofTabBarController: controller.path)
        }
        guard format.json else { return }
        let viewControllers = try await tabs.viewControllers
        format.print(["viewControllers": .paths(viewControllers)])
    }
}
