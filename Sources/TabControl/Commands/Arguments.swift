internal import ArgumentParser
internal import DBusInterface
internal import TabInterface
internal import TabMirror

/// A view controller on the command line: its path, or just the number in it.
struct ControllerArgument: ExpressibleByArgument, Hashable, Sendable {
    let path: ObjectPath

    static let help: ArgumentHelp = "An object path such as /org/tabd/Tabs1/view_controllers/1, or the number in it."

    init?(argument: String) {
        let path = argument.hasPrefix("/") ? argument : "\(TabNames.viewControllers)/\(argument)"
        guard TabNames.viewController(of: ObjectPath(path)) != nil else { return nil }
        self.path = ObjectPath(path)
    }

    static let noController = "no tab bar controller exists; 'tabctl create' creates one"

    /// Returns the only tab bar controller, for a command line without a controller.
    static func only(in tree: ManagedObjects) throws(ControlError) -> ObjectPath {
        try tree.only(of: tree.paths(with: TabBarControllerInterface.name), orNone: noController) {
            "there are \($0) tab bar controllers"
        }
    }
}

/// A position of a tab, an item, a row or a segment, counted from 1 for users. The bus and JSON count from 0.
struct Position: Hashable, Sendable, CustomStringConvertible {
    /// The index, counted from 0.
    let index: UInt32

    init(at index: some BinaryInteger) { self.index = UInt32(clamping: index) }

    /// The position as users type it and tabctl prints it.
    var description: String { String(UInt64(index) + 1) }

    /// The word for no position.
    static let noneWord = "none"

    /// Returns the text of an index property of a view, where -1 means none.
    static func text(of index: Int32) -> String { index < 0 ? noneWord : Position(at: index).description }

    /// Returns a count with its noun: `4 rows`, `1 row`, `no rows`.
    static func count(_ count: Int, _ noun: String) -> String {
        "\(count == 0 ? "no" : String(count)) \(noun)\(count == 1 ? "" : "s")"
    }
}

extension Position: ExpressibleByArgument {
    init?(argument: String) {
        guard let number = UInt64(argument), number > 0, let index = UInt32(exactly: number - 1) else { return nil }
        self.index = index
    }
}

/// `VIEW_CONTROLLER=POSITION` on the command line: a tab and its new position on the bar.
struct MoveArgument: ExpressibleByArgument, Hashable, Sendable {
    let viewController: ObjectPath
    let position: Position

    init?(argument: String) {
        let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let tab = ControllerArgument(argument: String(parts[0])),
            let position = Position(argument: String(parts[1]))
        else { return nil }
        viewController = tab.path
        self.position = position
    }

    /// The argument as the user types it.
    var text: String { "\(PropertyText.object(viewController))=\(position)" }
}
