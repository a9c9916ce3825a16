internal import ArgumentParser
internal import DBusInterface
internal import TabInterface
internal import TabMirror

struct RowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "row", abstract: "Tap a row of More's list. Its tab is shown over the list.",
        discussion: "The list has to be displayed: tap the last item of the bar first. 'tabctl show' prints the rows.")

    @OptionGroup var format: FormatOptions

    @Argument(help: "The tab bar controller: an object path, or the number in it.")
    var controller: ControllerArgument

    @Argument(help: "The number of the row, counted from 1.")
    var row: Position

    func run() throws {
        let (path, row, json) = (controller.path, row, format.json)
        try Session.run(verbose: format.verbose) { service in
            let tree = try await service.objects(with: path)
            let list = try MoreRows.requireList(of: path, in: tree)
            let isAccepted: Bool
            do throws(DBusError) {
                isAccepted = try await service.tapRow(row.index, of: list)
            } catch {
                guard error.tabError != .outOfRange else {
                    let rows = tree.value(MoreListInterface.rows, of: MoreListInterface.name, at: list) ?? []
                    throw ControlError(error).saying(
                        "there is no row \(row): More of \(TreeText.name(path, in: tree)) has "
                            + Position.count(rows.count, "row"))
                }
                throw MoreRows.advice(on: error, about: path, in: tree)
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
