internal import ArgumentParser
internal import DBusConnection
internal import DBusInterface
internal import TabInterface

struct ViewCommand: ParsableCommand {
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

    func run() throws {
        let (path, json) = (controller.path, format.json)
        try Session.run(verbose: format.verbose) { service in
            try await service.loadViewIfNeeded(of: path)
            let snapshot = try await service.view(of: path)
            if json {
                let value = JSON.object([
                    "path": .path(path), "revision": .unsigned(snapshot.revision),
                    "views": .array(snapshot.views.map { JSON($0) }),
                ])
                Output.print(value.text)
                return ExitStatus.done
            }
            for line in ViewOutline(snapshot.views).lines { Output.print(line) }
            try await Self.explain(path, service)
            return ExitStatus.done
        }
    }

    /// What the tree alone does not say: that it is an old one, or that what people look for is in another.
    @EventLoop
    private static func explain(_ path: ObjectPath, _ service: Service) async throws(DBusError) {
        let name = ViewControllerInterface.name
        if try await service.get(ViewControllerInterface.type, of: name, at: path) == "TabBarController" {
            let tabs = try await service.get(
                TabBarControllerInterface.viewControllers, of: TabBarControllerInterface.name, at: path)
            let numbers = tabs.map(PropertyText.object).joined(separator: ", ")
            Output.note(numbers.isEmpty ? "it has no tabs" : "its tabs have views of their own: \(numbers)")
        }
        let state = try await service.get(ViewControllerInterface.state, of: name, at: path)
        guard state != "ready" else { return }
        let reason = try await service.get(ViewControllerInterface.failureReason, of: name, at: path)
        Output.note("this is its last view, as it is \(state): \(reason)")
    }
}
