internal import ArgumentParser
internal import DBusInterface
internal import TabInterface
internal import TabMirror

struct TapCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Tap an item of the tab bar. The delegate may refuse.")

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    @Argument(help: "The position of the item on the bar, counted from 1.")
    var position: Position

    func run(_ service: Service) async throws {
        let path = controller.path
        let isAccepted: Bool
        do throws(DBusError) {
            isAccepted = try await service.tap(position.index, of: path)
        } catch {
            throw try await service.explain(error, ofTabBarController: path) { tree in
                let items = tree.tabBarController(path).tabBar.flatMap { tree.tabBar($0).items }
                let count = Position.count(items?.count ?? 0, "item")
                return "there is no item \(position): the bar of \(TreeText.name(path, in: tree)) has \(count)"
            }
        }
        try format.report(isAccepted: isAccepted)
    }
}
