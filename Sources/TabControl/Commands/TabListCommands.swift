internal import ArgumentParser
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabFrontEnd
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

struct InsertTabCommand: TabListCommand {
    static let configuration = CommandConfiguration(
        commandName: "insert-tab", abstract: "Make a view controller a tab, by default the last one.")

    @OptionGroup var target: ControllerOptions

    @Argument(help: "The view controller of the new tab.")
    var viewController: ControllerArgument

    @Argument(help: "The position among all tabs, counted from 1.")
    var position: Position?

    func run(_ service: Service, on path: ObjectPath) async throws {
        let given = try await service.path(of: viewController, in: .all)
        let end = position == nil ? try await service.managedObjects().tabBarController(path).viewControllers?.count : 0
        try await service.callTabBarController(path) { tree in
            let count = tree.tabBarController(path).viewControllers?.count ?? 0
            return "position \(position ?? Position(at: count)) is out of range: \(tree.name(of: path)) has "
                + "\(Position.count(count, "tab")); expected 1 to \(count + 1)"
        } _: { (tabs) throws(DBusError) in
            try await tabs.insertViewController(given, position?.index ?? UInt32(clamping: end ?? 0))
        }
        try await printTabs(of: path, service)
    }
}

struct RemoveTabCommand: TabListCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-tab", abstract: "Remove a tab without destroying its view controller.")

    @OptionGroup var target: ControllerOptions

    @Argument(help: TabArgument.help)
    var tab: TabArgument

    func run(_ service: Service, on path: ObjectPath) async throws {
        let tab = try await service.tab(tab, of: path)
        try await service.callTabBarController(path) { (tabs) throws(DBusError) in
            try await tabs.removeViewController(tab)
        }
        try await printTabs(of: path, service)
    }
}

struct MoveTabCommand: TabListCommand {
    static let configuration = CommandConfiguration(
        commandName: "move-tab", abstract: "Move a tab to another position.")

    @OptionGroup var target: ControllerOptions

    @Argument(help: TabArgument.help)
    var tab: TabArgument

    @Argument(help: "The new position among all tabs, counted from 1.")
    var position: Position

    func run(_ service: Service, on path: ObjectPath) async throws {
        let tab = try await service.tab(tab, of: path)
        try await service.callTabBarController(path) { tree in
            tree.noTab(at: position, of: path)
        } _: { (tabs) throws(DBusError) in
            try await tabs.moveViewController(tab, position.index)
        }
        try await printTabs(of: path, service)
    }
}

struct HideTabCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide-tab", abstract: "Hide a tab without removing it, or show it again.",
        discussion: "A hidden tab keeps its position among all tabs, but is neither on the bar nor in More.")

    static let scope = ControllerScope.tabBarControllers

    @Flag(help: "Show the tab again.")
    var undo = false

    @OptionGroup var target: ControllerOptions

    @Argument(help: TabArgument.help)
    var tab: TabArgument

    func run(_ service: Service, on path: ObjectPath) async throws {
        let tab = try await service.tab(tab, of: path)
        try await service.viewController(tab).set(\.tabHidden, to: !undo)
        format.print(["path": .path(tab), "hidden": .bool(!undo)])
    }
}

struct ResetTabsCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-tabs", abstract: "Undo which tabs the user has hidden and shown.",
        discussion: "Each tab gets its TabHiddenByDefault. The order of the tabs stays.")

    static let scope = ControllerScope.tabBarControllers

    @OptionGroup var target: ControllerOptions

    func run(_ service: Service, on path: ObjectPath) async throws {
        try await service.tabBarController(path).resetHiddenTabs()
        guard format.json else { return }
        let tree = try await service.managedObjects()
        let hidden = (tree.tabBarController(path).viewControllers ?? []).filter {
            tree.viewController($0).tabHidden == true
        }
        format.print(["hidden": .paths(hidden)])
    }
}
