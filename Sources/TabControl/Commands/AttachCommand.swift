internal import ArgumentParser
internal import DBusInterface
internal import Glibc
internal import TabInterface
internal import TerminalUI

struct AttachCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Show and drive a tab bar controller on the terminal.",
        discussion: """
            On a terminal it takes the whole screen: tabs, bars, content and popovers, with keys and mouse; ? tells the \
            keys, q leaves. Several terminals, windows and scripts may be attached at the same time; the smallest one \
            says how large the window is. When the daemon or the bus goes it waits for the next one.

            With --plain, and where there is no terminal, the tabs with their views are printed, then each change as a \
            line, for screen readers and scripts; until Ctrl-C, or until the controller is destroyed.

            Attached, it is a front end: the selected tab's view is loaded and appears. --watch only looks at what \
            others show. NO_COLOR in the environment turns colours off.
            """)

    @Flag(help: "Print lines instead of taking the screen: everything once, then each change.")
    var plain = false

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

    var signals: [Int32] { takesScreen ? AttachScreen.signals : [SIGINT, SIGTERM] }

    func run(_ service: Service) async throws {
        var options = Options()
        typealias Key = WindowInterface.AttachOption
        if watch { options.values[Key.visible.name] = .bool(false) }
        if readOnly { options.values[Key.readOnly.name] = .bool(true) }
        let path = try await service.path(of: controller)
        if takesScreen {
            try await AttachScreen(service, of: path, options, isReadOnly: readOnly, depth: .ofProcess).run()
        } else {
            try await Follower(json: format.json).run(service, of: path, options)
        }
    }

    /// Whether there is a terminal that can show it.
    private var takesScreen: Bool {
        guard !plain, !format.json, Terminal.isTerminal(STDIN_FILENO), Terminal.isTerminal(STDOUT_FILENO) else {
            return false
        }
        let kind = getenv("TERM").map { String(cString: $0) } ?? ""
        return !kind.isEmpty && kind != "dumb"
    }
}

struct MonitorCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Print the signals as they come, until it is interrupted.",
        discussion: """
            With a controller only the signals of its object and its bar. Arguments are printed as the bus has them: \
            positions in them count from 0.
            """)

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument?

    var signals: [Int32] { [SIGINT, SIGTERM] }

    func run(_ service: Service) async throws {
        try await Monitor(service, of: controller?.path, json: format.json).run()
    }
}
