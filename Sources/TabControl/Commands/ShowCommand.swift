internal import ArgumentParser
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror
internal import TerminalUI

struct ShowCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Print the tab bar and the selected tab.",
        discussion: "Everything is printed once, however many lines it needs. 'tabctl attach' follows changes.")

    static let scope = ControllerScope.windows

    @OptionGroup var target: ControllerOptions

    func run(_ service: Service, on path: ObjectPath) async throws {
        // Starts the daemon if needed, which Attach does not do.
        _ = try await service.viewController(path).type
        var (objects, views) = try await service.attach(to: path)
        var tree = TabTree(of: path)
        _ = tree.replaceAll(objects, views)
        let snapshot = WindowSnapshot(of: path, in: tree.managedObjects)
        // The content is loaded only while its view is in a window.
        for content in snapshot.contentPaths { views[content] = try await service.view(of: content) }
        _ = tree.replaceAll(objects, views)
        let focus = TreeText(tree).focus(of: path)
        if format.json {
            Output.print(snapshot.json(views, focus: focus).text)
        } else {
            let columns = TerminalSize(of: STDOUT_FILENO)?.columns
            for line in PrintedScene.lines(of: tree, columns: columns, focus: focus) { Output.print(line) }
        }
        try await service.window(path).detach()
    }
}

struct ViewCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "view", abstract: "Print the views of a view controller as a tree.",
        discussion: """
            Each line shows a view: its id, class and #Identifier, its frame (x,y widthxheight), and the properties \
            that differ from the default. The rows of a table follow below it. 'tabctl action' accepts the id or the \
            Identifier. The view is loaded first if needed. For a tab bar or navigation controller, these are the \
            views of the view controller that it shows.
            """)

    @OptionGroup var target: ControllerOptions

    func run(_ service: Service, on path: ObjectPath) async throws {
        let shown = Displayed(in: path, of: try await service.objects(with: path)).content ?? path
        try await service.viewController(shown).loadViewIfNeeded()
        let snapshot = try await service.view(of: shown)
        guard !format.json else {
            return format.print([
                "path": .path(shown), "revision": .integer(snapshot.revision),
                "views": .array(snapshot.views.map { JSON($0) }),
            ])
        }
        for line in ViewOutline(snapshot.views).lines { Output.print(line) }
        try await explain(shown, service)
    }

    /// Prints what the tree alone does not show: that it is out of date, or that tabs are missing.
    @EventLoop
    private func explain(_ path: ObjectPath, _ service: Service) async throws(DBusError) {
        let viewController = service.viewController(path)
        if try await viewController.type == "TabBarController" {
            Output.note("it has no tabs")
        }
        let state = try await viewController.state
        guard state != "ready" else { return }
        let reason = try await viewController.failureReason
        Output.note("this is the last view before it became \(state): \(reason)")
    }
}
