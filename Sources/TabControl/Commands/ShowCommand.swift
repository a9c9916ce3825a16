internal import ArgumentParser
internal import DBusInterface
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
