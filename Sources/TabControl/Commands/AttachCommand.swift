internal import ArgumentParser
internal import DBusInterface
internal import Glibc
internal import TabFrontEnd
internal import TabInterface
internal import TerminalUI

struct AttachCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Show and control a tab bar controller on the terminal.",
        discussion: """
            On a terminal, the whole screen shows tabs, bars, content and popovers. Use keys and mouse; press ? for a \
            list of keys, and q to quit. Several terminals, windows and scripts can attach at the same time; by default \
            the smallest one determines the size of the window. If the daemon or the bus ends, the command waits until it \
            is back.

            With --plain, or without a terminal, the tabs and their views are printed once, then each change on one \
            line, for screen readers and scripts. Press Ctrl-C to stop; it also ends when the controller is destroyed.

            The command is a front end: the view of the selected tab loads and appears. --watch only observes what \
            other front ends show. Set NO_COLOR in the environment to turn off colours.
            """)

    @Flag(help: "Print lines instead of using the whole screen: everything once, then each change.")
    var plain = false

    @Flag(help: "Watch what other front ends show, without putting the view into a window.")
    var watch = false

    @Flag(help: "Attach as a client that can't change anything in this tree.")
    var readOnly = false

    @OptionGroup var bar: BarOptions

    @OptionGroup var format: FormatOptions

    @Argument(
        help: ArgumentHelp(
            "The number, identifier, title or object path of a tab bar or navigation controller.",
            discussion: "You can leave it out if there is only one tab bar controller."))
    var controller: ControllerArgument?

    var isLasting: Bool { true }
    var signals: [Int32] { usesScreen ? AttachScreen.signals : [SIGINT, SIGTERM] }

    func run(_ service: Service) async throws {
        var options = Options()
        typealias Key = WindowInterface.AttachOption
        if watch { options.values[Key.visible.name] = .bool(false) }
        if readOnly { options.values[Key.readOnly.name] = .bool(true) }
        if let locale = UserLocale.messages { options.values[Key.locale.name] = .string(locale) }
        bar.add(to: &options)
        let path = try await service.windowPath(of: controller)
        if usesScreen {
            // Room for a title beside the page.
            if bar.needsWidth { options.values[Key.barHeight.name] = .double(16 * Grid.width) }
            try await AttachScreen(service, of: path, options, isReadOnly: readOnly, depth: .ofProcess).run()
        } else {
            try await Follower(json: format.json).run(service, of: path, options)
        }
    }

    /// Whether the terminal can show the whole screen.
    private var usesScreen: Bool {
        guard !plain, !format.json, Terminal.isTerminal(STDIN_FILENO), Terminal.isTerminal(STDOUT_FILENO) else {
            return false
        }
        let kind = Environment.variable("TERM") ?? ""
        return !kind.isEmpty && kind != "dumb"
    }
}

struct MonitorCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Print signals as they arrive, until you press Ctrl-C.",
        discussion: """
            With a controller, only the signals of its object and its bar are printed. Positions in arguments count \
            from 0, as on the bus.
            """)

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument?

    var isLasting: Bool { true }
    var signals: [Int32] { [SIGINT, SIGTERM] }

    func run(_ service: Service) async throws {
        var path: ObjectPath?
        if let controller { path = try await service.path(of: controller, in: .all) }
        try await Monitor(service, of: path, json: format.json).run()
    }
}
