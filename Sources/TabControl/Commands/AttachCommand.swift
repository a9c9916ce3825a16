internal import ArgumentParser
internal import DBusInterface
internal import Glibc
internal import TabInterface
internal import TabMirror

struct AttachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Print a tab bar controller with its views, then each change as a line.",
        discussion: """
            It follows until Ctrl-C, or until the controller is destroyed; when the daemon goes, it waits for the next \
            one. Attached, it is a front end: the selected tab's view is loaded and appears, as on a screen. --watch \
            only looks at what others show.
            """)

    @Flag(help: "Don't put the view into a window: watch what other front ends see.")
    var watch = false

    @Flag(help: "Attach as a client that may not change anything in this tree.")
    var readOnly = false

    @OptionGroup var format: FormatOptions

    @Argument(
        help: ArgumentHelp(
            "An object path such as /org/tabd/Tabs1/view_controllers/1, or the number in it.",
            discussion: "May be left out when there is only one tab bar controller."))
    var controller: ControllerArgument?

    func run() throws {
        var options = Options()
        typealias Key = WindowInterface.AttachOption
        if watch { options.values[Key.visible.name] = .bool(false) }
        if readOnly { options.values[Key.readOnly.name] = .bool(true) }
        let (path, json) = (controller?.path, format.json)
        try Session.run(handling: [SIGINT, SIGTERM]) { [options] service in
            let path = if let path { path } else { try ControllerArgument.only(in: try await service.managedObjects()) }
            return try await Follower(service, of: path, options, json: json).run()
        }
    }
}
