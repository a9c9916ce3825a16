internal import ArgumentParser
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
        try Session.run { service in
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
            let name = ViewControllerInterface.name
            let state = try await service.get(ViewControllerInterface.state, of: name, at: path)
            if state != "ready" {
                let reason = try await service.get(ViewControllerInterface.failureReason, of: name, at: path)
                Output.note("this is its last view, as it is \(state): \(reason)")
            }
            return ExitStatus.done
        }
    }
}
