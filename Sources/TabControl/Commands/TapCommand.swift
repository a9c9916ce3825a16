internal import ArgumentParser
internal import DBusInterface
internal import TabInterface
internal import TabMirror

struct TapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Tap an item of the tab bar. The delegate may refuse.")

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    @Argument(help: "The position of the item on the bar, counted from 1.")
    var position: Position

    func run() throws {
        let (path, position, json) = (controller.path, position, format.json)
        try Session.run(verbose: format.verbose) { service in
            let isAccepted: Bool
            do throws(DBusError) {
                isAccepted = try await service.tap(position.index, of: path)
            } catch {
                throw try await service.explain(error, ofTabBarController: path) { tree in
                    let bar = tree.value(
                        TabBarControllerInterface.tabBar, of: TabBarControllerInterface.name, at: path)
                    let items = bar.flatMap { tree.value(TabBarInterface.items, of: TabBarInterface.name, at: $0) }
                    let name = TreeText.name(path, in: tree)
                    return "there is no item \(position): the bar of \(name) has "
                        + Position.count(items?.count ?? 0, "item")
                }
            }
            if json {
                Output.print(JSON.object(["accepted": .bool(isAccepted)]).text)
            } else if !isAccepted {
                Output.print("refused")
            }
            return isAccepted ? ExitStatus.done : ExitStatus.refused
        }
    }
}
