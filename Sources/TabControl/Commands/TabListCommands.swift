internal import ArgumentParser
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabInterface
internal import TabMirror

/// A command that changes the list of tabs, without asking or notifying the delegate.
protocol TabListCommand: ControllerCommand {}

extension TabListCommand {
    static var scope: ControllerScope { .tabBarControllers }

    /// Prints the new tabs as JSON.
    @EventLoop
    fileprivate func printTabs(of path: ObjectPath, _ service: Service) async throws {
        guard format.json else { return }
        let viewControllers = try await service.tabBarController(path).viewControllers
        format.print(["viewControllers": .paths(viewControllers)])
    }
}

struct SetTabsCommand: TabListCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-tabs", abstract: "Replace the tabs of a tab bar controller.")

    @Flag(help: "Ask front ends to animate the change.")
    var animated = false

    @OptionGroup var target: ControllerOptions

    @Argument(help: "The view controllers of the tabs in order.")
    var viewController: [ControllerArgument]

    func run(_ service: Service, on path: ObjectPath) async throws {
        let given = try await service.paths(of: viewController, in: .all)
        try await service.callTabBarController(path) { (tabs) throws(DBusError) in
            try await tabs.setViewControllers(given, animated)
        }
        try await printTabs(of: path, service)
    }
}
