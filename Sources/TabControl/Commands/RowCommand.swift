internal import ArgumentParser
internal import DBusInterface
internal import TabInterface
internal import TabMirror

struct RowCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "row", abstract: "Tap a row of More's list. Its tab is shown over the list.",
        discussion: "The list has to be displayed: tap the last item of the bar first. 'tabctl show' prints the rows.")

    @OptionGroup var format: FormatOptions

    @Argument(help: "The tab bar controller: an object path, or the number in it.")
    var controller: ControllerArgument

    @Argument(help: "The number of the row, counted from 1.")
    var row: Position

    func run(_ service: Service) async throws {
        let path = controller.path
        let tree = try await service.objects(with: path)
        let list = try MoreRows.requireList(of: path, in: tree)
        let isAccepted: Bool
        do throws(DBusError) {
            isAccepted = try await service.moreList(list).call(\.tapRow, row.index, Options())
        } catch {
            guard error.tabError == .outOfRange else { throw MoreRows.advice(on: error, about: path, in: tree) }
            let count = Position.count(tree.moreList(list).rows?.count ?? 0, "row")
            throw ControlError(error).saying(
                "there is no row \(row): More of \(TreeText.name(path, in: tree)) has \(count)")
        }
        try format.report(isAccepted: isAccepted)
    }
}
