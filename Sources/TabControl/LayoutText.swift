internal import DBusInterface
internal import TerminalUI

/// What the daemon says of a layout, for people and for programs.
enum LayoutText {
    static func changes(_ changes: [String], json: Bool) -> String {
        guard !json else { return JSON.object(["changes": .array(changes.map { .string($0) })]).text + "\n" }
        return changes.map { CharacterWidth.printable($0) + "\n" }.joined()
    }

    /// - Parameter status: that of an error in the layout; nil for the usual one.
    static func explain(_ error: DBusError, of file: LayoutPath, status: Int32?) -> ControlError {
        let problem = ControlError(error)
        guard problem.status == ExitStatus.refused else { return problem }
        let name = file.isStream ? "the standard input" : "'\(file.text)'"
        return ControlError(
            message: "\(name): \(problem.message)", status: status ?? problem.status, busName: error.name)
    }
}
