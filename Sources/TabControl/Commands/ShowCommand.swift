internal import ArgumentParser
internal import Glibc
internal import TabInterface
internal import TabMirror
internal import TerminalUI

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the tab bar and the selected tab.",
        discussion: """
            On a terminal the picture is live: 1 to 9 tap a tab, b goes back, Escape dismisses a popover, in profile tv the \
            arrows, Enter and Escape are the remote's, q leaves. Otherwise it is printed once.
            """)

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    func run() throws {
        let path = controller.path
        let json = format.json
        if !json, Terminal.isTerminal(STDIN_FILENO), Terminal.isTerminal(STDOUT_FILENO) {
            return try Session.run(handling: [SIGINT, SIGTERM, SIGWINCH]) { service in
                try await LiveShow(service, of: path).run()
            }
        }
        try Session.run { service in
            // Starts the daemon if need be, which Attach does not.
            _ = try await service.get(ViewControllerInterface.type, of: ViewControllerInterface.name, at: path)
            // Content is loaded only for a view in a window.
            var source = try await service.attach(to: path)
            for content in Picture.contentPaths(of: source) {
                source.views[content] = try await service.view(of: content)
            }
            let picture = Picture(source)
            if json {
                Output.print(picture.json.text)
            } else {
                let columns = TerminalSize(of: STDOUT_FILENO)?.columns ?? TerminalSize.standard.columns
                Output.write(picture.canvas(columns: columns).plainText)
            }
            try await service.detach(from: path)
            return ExitStatus.done
        }
    }
}
