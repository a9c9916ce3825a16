internal import ArgumentParser
internal import DBusConnection
internal import DBusInterface
internal import TabInterface
internal import TabMirror

struct CustomizeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "customize", abstract: "Arrange the tabs: tap Edit, move each tab, tap Done.",
        discussion: """
            A tab of the bar changes places with the one in its new place, one of More's list takes the place and the \
            other goes to the list. For example: 'tabctl customize 9 7=1 2=2'. More's list has to be displayed: tap the \
            last item of the bar first. The new order is printed, also when a tab could not be moved. Without tabs it \
            taps Done in a session that is open.
            """)

    @OptionGroup var format: FormatOptions

    @Argument(help: "The tab bar controller: an object path, or the number in it.")
    var controller: ControllerArgument

    @Argument(
        help: ArgumentHelp(
            "A tab's path or number, and its position on the bar, counted from 1.",
            valueName: "view-controller=position"))
    var move: [MoveArgument] = []

    func run() throws {
        let (path, moves, json) = (controller.path, move, format.json)
        try Session.run(verbose: format.verbose) { service in
            let tree = try await service.objects(with: path)
            let list = try MoreRows.requireList(of: path, in: tree)
            if moves.isEmpty {
                try Self.requireSession(of: path, in: tree)
            } else {
                do throws(DBusError) {
                    try await service.beginEditing(list)
                } catch {
                    throw MoreRows.advice(on: error, about: path, in: tree)
                }
            }
            let places = tree.value(MoreListInterface.barItems, of: MoreListInterface.name, at: list)?.count ?? 0
            let fault = await Self.move(moves, list, places, service)
            // Whatever could not be moved: nobody else can end what this began.
            let isChanged: Bool
            do throws(DBusError) {
                isChanged = try await service.endEditing(list)
            } catch {
                throw fault ?? ControlError(error)
            }
            try await Self.tell(path, list, isChanged, service, json: json)
            if let fault { throw fault }
            return ExitStatus.done
        }
    }

    private static func requireSession(of path: ObjectPath, in tree: ManagedObjects) throws(ControlError) {
        typealias Tabs = TabBarControllerInterface
        guard tree.value(Tabs.customizing, of: Tabs.name, at: path) != true else { return }
        throw ControlError(
            message: "\(TreeText.name(path, in: tree)) is not being customized; give a tab and its position, "
                + "such as 7=1",
            status: ExitStatus.refused)
    }

    /// Moves one tab after the other, up to the first failure.
    ///
    /// - Parameter places: The number of positions that the bar has for tabs.
    @EventLoop
    private static func move(
        _ moves: [MoveArgument], _ list: ObjectPath, _ places: Int, _ service: Service
    ) async -> ControlError? {
        for move in moves {
            do throws(DBusError) {
                try await service.moveItem(move.viewController, to: move.position.index, in: list)
            } catch {
                let told = ControlError(error)
                let reason =
                    move.position.index < places
                    ? told.message : "the bar has \(Position.count(places, "position")) for tabs, counted from 1"
                return told.saying("\(move.text): \(reason)")
            }
        }
        return nil
    }

    @EventLoop
    private static func tell(
        _ path: ObjectPath, _ list: ObjectPath, _ isChanged: Bool, _ service: Service, json: Bool
    ) async throws(DBusError) {
        let tree = try await service.managedObjects()
        let tabs =
            tree.value(TabBarControllerInterface.viewControllers, of: TabBarControllerInterface.name, at: path) ?? []
        let rows = tree.value(MoreListInterface.rows, of: MoreListInterface.name, at: list) ?? []
        let bar = tabs.filter { !rows.contains($0) }
        guard !json else {
            let value = JSON.object(["changed": .bool(isChanged), "bar": .paths(bar), "more": .paths(rows)])
            return Output.print(value.text)
        }
        func names(_ paths: [ObjectPath]) -> String {
            paths.map { TreeText.name($0, in: tree) }.joined(separator: ", ")
        }
        Output.print("bar: \(names(bar))")
        Output.print("More: \(names(rows))")
        if !isChanged { Output.note("the bar is as it was") }
    }
}
