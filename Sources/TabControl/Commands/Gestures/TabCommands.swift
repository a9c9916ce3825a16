internal import ArgumentParser
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

struct SelectCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "select", abstract: "Select a tab without asking or notifying the delegate.",
        usage: """
            tabctl select [--json] <controller> <tab>
            tabctl select [--json] <controller> --view-controller <view-controller>
            tabctl select [--json] <controller> --next | --previous | --last-used
            """,
        discussion: "The next and the previous tab skip disabled tabs, and go around the ends.")

    /// A tab in relation to the selected one.
    enum Step: EnumerableFlag {
        case next, previous, lastUsed

        static func help(for value: Self) -> ArgumentHelp? {
            switch value {
            case .next: "Select the next tab."
            case .previous: "Select the previous tab."
            case .lastUsed: "Select the tab that was selected before the current one."
            }
        }
    }

    @Option(help: "Select the tab of this view controller, given as a number, an identifier, a title or a path.")
    var viewController: ControllerArgument?

    @Flag var step: Step?

    static let scope = ControllerScope.tabBarControllers

    @OptionGroup var target: ControllerOptions

    @Argument(help: TabArgument.help)
    var tab: TabArgument?

    func validate() throws {
        guard [tab != nil, viewController != nil, step != nil].count(where: { $0 }) == 1 else {
            throw ValidationError(
                "Give exactly one of a tab, --view-controller, --next, --previous and --last-used.")
        }
    }

    func run(_ service: Service, on path: ObjectPath) async throws {
        if let step {
            try await service.callTabBarController(path) { (tabs) throws(DBusError) in
                switch step {
                case .next: _ = try await tabs.selectNext()
                case .previous: _ = try await tabs.selectPrevious()
                case .lastUsed: _ = try await tabs.selectLastUsed()
                }
            }
        } else {
            try await select(in: path, service)
        }
        guard format.json else { return }
        let selected = try await service.tabBarController(path).selectedViewController
        format.print(["selectedViewController": .path(selected)])
    }

    @EventLoop
    private func select(in path: ObjectPath, _ service: Service) async throws {
        switch (tab, viewController) {
        case (.position(let position), _):
            try await service.callTabBarController(path) { tree in
                tree.noTab(at: position, of: path)
            } _: { (tabs) throws(DBusError) in
                try await tabs.set(\.selectedIndex, to: Int64(position.index))
            }
        case (.controller(let argument), _), (nil, .some(let argument)):
            let tab = try await service.tab(argument, of: path)
            try await service.callTabBarController(path) { (tabs) throws(DBusError) in
                try await tabs.set(\.selectedViewController, to: tab)
            }
        case (nil, nil): break
        }
    }
}

struct TapCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "tap", abstract: "Tap an item of the tab bar. The delegate can refuse.")

    static let scope = ControllerScope.tabBarControllers

    @OptionGroup var target: ControllerOptions

    @Argument(
        help: "The position of the item on the bar, counted from 1, or the identifier, title or object path of its tab."
    )
    var tab: TabArgument

    func run(_ service: Service, on path: ObjectPath) async throws {
        switch tab {
        case .position(let position):
            let isAccepted = try await service.callTabBarController(path) { tree in
                let count = Position.count((try? tree.barItems(of: path))?.count ?? 0, "item")
                return "item \(position) does not exist: the bar of \(tree.name(of: path)) has \(count)"
            } _: { (_) throws(DBusError) in
                try await service.tap(position.index, of: path)
            }
            try format.report(isAccepted: isAccepted)
        case .controller(let argument):
            let tree = try await service.objects(with: path)
            let item = try tree.find(argument, among: try tree.barItems(of: path), of: path, noun: "item")
            try format.report(isAccepted: try await service.tabBarController(path).tapTab(item))
        }
    }
}

struct RowCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "row", abstract: "Tap a row of the More list to push its tab.",
        discussion: "The list must be displayed: tap the last item of the bar first. 'tabctl show' prints the rows.")

    static let scope = ControllerScope.tabBarControllers

    @OptionGroup var target: ControllerOptions

    @Argument(help: "The number of the row, counted from 1, or the identifier, title or object path of its tab.")
    var row: TabArgument

    func run(_ service: Service, on path: ObjectPath) async throws {
        let tree = try await service.objects(with: path)
        let list = try MoreRows.requireList(of: path, in: tree)
        let rows = tree.moreList(list).rows ?? []
        let isAccepted: Bool
        do {
            switch row {
            case .position(let position): isAccepted = try await service.moreList(list).tapRow(position.index)
            case .controller(let argument):
                let tab = try tree.find(argument, among: rows, of: path, noun: "row")
                isAccepted = try await service.tabBarController(path).tapMoreRow(tab)
            }
        } catch let error as DBusError {
            guard error.tabError == .outOfRange, case .position(let position) = row else {
                throw MoreRows.advice(on: error, about: path, in: tree)
            }
            throw ControlError(error).withMessage(
                "row \(position) does not exist: the More list of \(tree.name(of: path)) has "
                    + Position.count(rows.count, "row"))
        }
        try format.report(isAccepted: isAccepted)
    }
}

struct CloseCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "close", abstract: "Close a tab like its close button does. The delegate can refuse.",
        discussion: """
            The view controller of the tab is destroyed; 'tabctl reopen' restores it. A tab without AllowsClosing is \
            refused. 'tabctl destroy' does not ask.
            """)

    static let scope = ControllerScope.tabBarControllers

    @OptionGroup var target: ControllerOptions

    @Argument(help: TabArgument.help)
    var tab: TabArgument

    func run(_ service: Service, on path: ObjectPath) async throws {
        let tab = try await service.tab(tab, of: path)
        try format.report(isAccepted: try await service.tabBarController(path).closeTab(tab))
    }
}

struct ReorderCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "reorder", abstract: "Move a tab to another position like dragging it does.",
        discussion: "A tab without AllowsReordering is refused. 'tabctl move-tab' moves any tab.")

    static let scope = ControllerScope.tabBarControllers

    @OptionGroup var target: ControllerOptions

    @Argument(help: TabArgument.help)
    var tab: TabArgument

    @Argument(help: "The new position among all tabs, counted from 1.")
    var position: Position

    func run(_ service: Service, on path: ObjectPath) async throws {
        let tab = try await service.tab(tab, of: path)
        let isAccepted = try await service.callTabBarController(path) { tree in
            tree.noTab(at: position, of: path)
        } _: { (tabs) throws(DBusError) in
            try await tabs.reorderTab(tab, position.index)
        }
        try format.report(isAccepted: isAccepted)
    }
}
