internal import ArgumentParser
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

struct CustomizeCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "customize", abstract: "Rearrange the tabs, as the Edit page of More does.",
        discussion: """
            A tab of the bar swaps places with the tab at its new position. A tab of the More list replaces the tab at \
            that position, which moves to the list. For example: 'tabctl customize 9 7=1 2=2'. The More list must be \
            displayed: tap the last item of the bar first. The new order is printed, even if a tab could not be moved. \
            Without tabs, the command taps Done in an open customizing session.
            """)

    static let scope = ControllerScope.tabBarControllers

    @OptionGroup var target: ControllerOptions

    @Argument(
        help: ArgumentHelp(
            "The number, identifier, title or object path of a tab's view controller, and its position on the bar, "
                + "counted from 1.",
            valueName: "view-controller=position"))
    var move: [MoveArgument] = []

    func run(_ service: Service, on path: ObjectPath) async throws {
        let tree = try await service.objects(with: path)
        let list = try MoreRows.requireList(of: path, in: tree)
        let moves = try move.map { (move) throws(ControlError) in
            (path: try Self.path(of: move.tab, in: path, tree), position: move.position)
        }
        let more = service.moreList(list)
        if move.isEmpty {
            guard tree.tabBarController(path).customizing == true else {
                throw ControlError(
                    message:
                        "\(tree.name(of: path)) is not being customized; give a tab and its position, "
                        + "such as 7=1")
            }
        } else {
            do throws(DBusError) {
                try await more.beginEditing()
            } catch {
                throw MoreRows.advice(on: error, about: path, in: tree)
            }
        }
        let failure = await moveTabs(moves, in: more, tree.moreList(list).barItems?.count ?? 0)
        // The session ends even if a tab could not be moved, because this command began it.
        let isChanged: Bool
        do throws(DBusError) {
            isChanged = try await more.endEditing()
        } catch {
            throw failure ?? ControlError(error)
        }
        printOrder(path, list, isChanged, try await service.managedObjects())
        if let failure { throw failure }
    }

    /// Returns the path of a tab. The daemon's error explains what is wrong with a number.
    private static func path(
        of tab: ControllerArgument, in controller: ObjectPath, _ tree: ManagedObjects
    ) throws(ControlError) -> ObjectPath {
        if case .path(let path) = tab { return path }
        let tabs = tree.tabBarController(controller).viewControllers ?? []
        return try tree.find(tab, among: tabs, of: controller, noun: "tab")
    }

    /// Moves the tabs one by one until the first failure.
    ///
    /// - Parameter places: The number of positions for tabs on the bar.
    @EventLoop
    private func moveTabs(
        _ moves: [(path: ObjectPath, position: Position)], in list: ObjectProxy<MoreListInterface>, _ places: Int
    ) async -> ControlError? {
        for move in moves {
            do throws(DBusError) {
                try await list.moveItem(move.path, move.position.index)
            } catch {
                let controlError = ControlError(error)
                let reason =
                    move.position.index < places
                    ? controlError.message
                    : "the bar has \(Position.count(places, "position")) for tabs, counted from 1"
                return controlError.withMessage("\(PropertyText.object(move.path))=\(move.position): \(reason)")
            }
        }
        return nil
    }

    private func printOrder(_ controller: ObjectPath, _ list: ObjectPath, _ isChanged: Bool, _ tree: ManagedObjects) {
        let rows = tree.moreList(list).rows ?? []
        let bar = (tree.tabBarController(controller).viewControllers ?? []).filter { !rows.contains($0) }
        format.print(
            ["changed": .bool(isChanged), "bar": .paths(bar), "more": .paths(rows)],
            text: "bar: \(tree.names(of: bar))\nMore: \(tree.names(of: rows))")
        if !format.json, !isChanged { Output.note("tab bar unchanged") }
    }
}
