internal import ArgumentParser

struct TapCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Tap an item of the bar, as a user does: the delegate is asked and told.")

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    @Argument(help: "The position of the item, counted from 0.")
    var position: UInt32

    func run() throws {
        let (path, position, json) = (controller.path, position, format.json)
        try Session.run(verbose: format.verbose) { service in
            let isAccepted = try await service.tap(position, of: path)
            if json {
                Output.print(JSON.object(["accepted": .bool(isAccepted)]).text)
            } else if !isAccepted {
                Output.print("refused")
            }
            return isAccepted ? ExitStatus.done : ExitStatus.refused
        }
    }
}
