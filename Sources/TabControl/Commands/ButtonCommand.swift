internal import ArgumentParser
internal import DBusInterface
internal import TabInterface

struct ButtonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "button", abstract: "Tap a button in a navigation bar, as a user does.",
        discussion: """
            A tab bar or navigation controller stands for the view controller that it shows. 'tabctl show' tells the \
            buttons, for example: 'tabctl button 3 Edit'.
            """)

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    @Argument(help: "The title of the button, the name of its image, or its id.")
    var button: String

    func run() throws {
        let (path, button, json) = (controller.path, button, format.json)
        try Session.run { service in
            let tree = try await service.objects(with: path)
            guard let target = Displayed(in: path, of: tree).content else {
                throw ControlError(
                    message: "\(TreeText.name(path, in: tree)) shows no view controller", status: ExitStatus.refused)
            }
            let item = try Self.find(button, of: target, tree)
            try await service.tapBarButtonItem(item.id, of: target)
            if json {
                Output.print(JSON.object(["viewController": .path(target), "id": .unsigned(UInt64(item.id))]).text)
            }
            return ExitStatus.done
        }
    }

    /// By title, else by image, else by id.
    private static func find(
        _ button: String, of target: ObjectPath, _ tree: ObjectTree
    ) throws(ControlError) -> BarButtonItemEntry {
        func items(_ property: Property<[BarButtonItemEntry]>) -> [BarButtonItemEntry] {
            tree.value(property, of: NavigationItemInterface.name, at: target) ?? []
        }
        let all =
            items(NavigationItemInterface.leftBarButtonItems) + items(NavigationItemInterface.rightBarButtonItems)
        let found =
            [all.filter { $0.title == button }, all.filter { $0.image == button }].first { !$0.isEmpty }
            ?? all.filter { String($0.id) == button }
        guard found.count < 2 else {
            let ids = found.map { String($0.id) }.joined(separator: ", ")
            throw ControlError(
                message: "there are \(found.count) buttons '\(button.prefix(80))'; name one by its id: \(ids)",
                status: ExitStatus.refused)
        }
        guard let item = found.first, !button.isEmpty else {
            let known = all.map { "\($0.id) \([$0.title, $0.image].first { !$0.isEmpty } ?? "")" }
            throw ControlError(
                message: "\(TreeText.name(target, in: tree)) has no button '\(button.prefix(80))'; "
                    + (known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))")
                    + (tree.objects[target]?[MoreListInterface.name] == nil
                        ? "" : "; 'tabctl customize' does what Edit is for"),
                status: ExitStatus.refused)
        }
        return item
    }
}
