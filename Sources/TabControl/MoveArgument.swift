internal import ArgumentParser
internal import DBusInterface

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

    /// As it is typed.
    var text: String { "\(PropertyText.object(viewController))=\(position)" }
}
