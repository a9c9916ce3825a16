internal import ArgumentParser
internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabInterface
internal import TabMirror

struct CustomizeCommand: ServiceCommand {
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

    func run(_ service: Service) async throws {
        let path = controller.path
        let tree = try await service.objects(with: path)
        let list = try MoreRows.requireList(of: path, in: tree)
        let more = service.moreList(list)
        if move.isEmpty {
            guard tree.tabBarController(path).customizing == true else {
                throw ControlError(
                    message: "\(TreeText.name(path, in: tree)) is not being customized; give a tab and its position, "
                        + "such as 7=1")
            }
        } else {
            do throws(DBusError) {
                try await more.call(\.beginEditing, Options())
            } catch {
                throw MoreRows.advice(on: error, about: path, in: tree)
            }
        }
        let fault = await moveTabs(in: more, tree.moreList(list).barItems?.count ?? 0)
        // Whatever could not be moved: nobody else can end what this began.
        let isChanged: Bool
        do throws(DBusError) {
            isChanged = try await more.call(\.endEditing, Options())
        } catch {
            throw fault ?? ControlError(error)
        }
        tell(list, isChanged, try await service.managedObjects())
        if let fault { throw fault }
    }

    /// Moves one tab after the other, up to the first failure.
    ///
    /// - Parameter places: The number of positions that the bar has for tabs.
    @EventLoop
    private func moveTabs(in list: RemoteObject<MoreListInterface>, _ places: Int) async -> ControlError? {
        for move in move {
            do throws(DBusError) {
                try await list.call(\.moveItem, move.viewController, move.position.index, Options())
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

    private func tell(_ list: ObjectPath, _ isChanged: Bool, _ tree: ManagedObjects) {
        let rows = tree.moreList(list).rows ?? []
        let bar = (tree.tabBarController(controller.path).viewControllers ?? []).filter { !rows.contains($0) }
        func names(_ paths: [ObjectPath]) -> String {
            paths.map { TreeText.name($0, in: tree) }.joined(separator: ", ")
        }
        format.print(
            ["changed": .bool(isChanged), "bar": .paths(bar), "more": .paths(rows)],
            text: "bar: \(names(bar))\nMore: \(names(rows))")
        if !format.json, !isChanged { Output.note("the bar is as it was") }
    }
}
