internal import ArgumentParser
internal import DBusInterface
internal import Glibc
internal import TabInterface
internal import TabMirror

struct ReopenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: "Bring back what was destroyed last, and print its path.",
        discussion: """
            It comes back on its path and in its place, with its tabs or its state. Twenty are kept; each call brings back \
            one more.
            """)

    @OptionGroup var format: FormatOptions

    func run() throws {
        let json = format.json
        try Session.run(verbose: format.verbose) { service in
            let path = try await service.reopen()
            let tree = try await service.managedObjects()
            let name = ViewControllerInterface.name
            let type = tree.value(ViewControllerInterface.type, of: name, at: path) ?? ""
            let parent = tree.value(ViewControllerInterface.parent, of: name, at: path) ?? .none
            guard !json else {
                let json: JSON = .object([
                    "path": .path(path), "type": .string(type), "parent": parent.isNone ? .null : .path(parent),
                ])
                Output.print(json.text)
                return ExitStatus.done
            }
            Output.print(path.text)
            if isatty(STDERR_FILENO) == 1 {
                let place = parent.isNone ? "" : " in \(TreeText.name(parent, in: tree))"
                Output.note("\(TreeText.name(path, in: tree)) (\(type)) is back\(place)")
            }
            return ExitStatus.done
        }
    }
}
