internal import ArgumentParser
internal import DBusInterface
internal import Glibc
internal import TabInterface
internal import TabMirror

struct ReopenCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: "Bring back what was destroyed last, and print its path.",
        discussion: """
            It comes back on its path and in its place, with its tabs or its state. Twenty are kept; each call brings back \
            one more.
            """)

    @OptionGroup var format: FormatOptions

    func run(_ service: Service) async throws {
        let path = try await service.manager.call(\.reopen, Options())
        let tree = try await service.managedObjects()
        let type = tree.viewController(path).type ?? ""
        let parent = tree.viewController(path).parent ?? .none
        format.print(
            ["path": .path(path), "type": .string(type), "parent": parent.isNone ? .null : .path(parent)],
            text: path.text)
        guard !format.json, isatty(STDERR_FILENO) == 1 else { return }
        let place = parent.isNone ? "" : " in \(TreeText.name(parent, in: tree))"
        Output.note("\(TreeText.name(path, in: tree)) (\(type)) is back\(place)")
    }
}
