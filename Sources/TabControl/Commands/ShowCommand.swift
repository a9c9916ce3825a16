internal import ArgumentParser
internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import TabInterface
internal import TerminalUI

struct ShowCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the tab bar and the selected tab.",
        discussion: "Once, and everything, as high as it is. tabctl attach shows it as it changes.")

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    func run(_ service: Service) async throws {
        let path = controller.path
        // Starts the daemon if need be, which Attach does not.
        _ = try await service.viewController(path).type
        // Content is loaded only for a view in a window.
        var source = try await service.attach(to: path)
        for content in Picture.contentPaths(of: source) {
            source.views[content] = try await service.view(of: content)
        }
        let picture = Picture(source)
        if format.json {
            Output.print(picture.json.text)
        } else {
            let columns = TerminalSize(of: STDOUT_FILENO)?.columns ?? TerminalSize.standard.columns
            Output.write(picture.canvas(columns: columns).plainText)
        }
        try await service.window(path).call(\.detach, Options())
    }
}

struct ViewCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "view", abstract: "Print the view of a view controller as a tree.",
        discussion: """
            A line for each view: its id, class and #Identifier, its frame (x,y widthxheight), and what differs from the \
            default; the rows of a table stand below it. 'tabctl action' takes the id or the Identifier. The view is \
            loaded first when it isn't.
            """)

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    func run(_ service: Service) async throws {
        let path = controller.path
        try await service.viewController(path).call(\.loadViewIfNeeded, Options())
        let snapshot = try await service.view(of: path)
        guard !format.json else {
            return format.print([
                "path": .path(path), "revision": .integer(snapshot.revision),
                "views": .array(snapshot.views.map { JSON($0) }),
            ])
        }
        for line in ViewOutline(snapshot.views).lines { Output.print(line) }
        try await explain(service)
    }

    /// What the tree alone does not say: that it is an old one, or that what people look for is in another.
    @EventLoop
    private func explain(_ service: Service) async throws(DBusError) {
        let viewController = service.viewController(controller.path)
        if try await viewController.type == "TabBarController" {
            let tabs = try await service.tabBarController(controller.path).viewControllers
            let numbers = tabs.map(PropertyText.object).joined(separator: ", ")
            Output.note(numbers.isEmpty ? "it has no tabs" : "its tabs have views of their own: \(numbers)")
        }
        let state = try await viewController.state
        guard state != "ready" else { return }
        let reason = try await viewController.failureReason
        Output.note("this is its last view, as it is \(state): \(reason)")
    }
}
