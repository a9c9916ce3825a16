internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// The names of view controllers in messages and texts.
extension ContractObjects {
    /// Returns the number and the title, else the type: `2 Stopwatch`; `none` for `/`.
    func name(of path: ObjectPath) -> String {
        let controller = viewController(path)
        let titles = [tabBarItem(path).displayTitle, controller.title, controller.type].compactMap(\.self)
        let title = titles.first { !$0.isEmpty }.map { " " + $0 } ?? ""
        return CharacterWidth.printable(PropertyText.object(path) + title)
    }

    func names(of paths: [ObjectPath]) -> String { paths.map(name).joined(separator: ", ") }

    /// Returns the only one of some view controllers.
    ///
    /// - Parameters:
    ///   - none: The message if there is none.
    ///   - several: Returns the message for a number of them, before their names.
    func only(
        of paths: [ObjectPath], orNone none: String, several: (Int) -> String
    ) throws(ControlError) -> ObjectPath {
        guard let first = paths.first else { throw ControlError(message: none) }
        guard paths.count == 1 else {
            throw ControlError(message: "\(several(paths.count)); name one: \(names(of: paths))")
        }
        return first
    }

    /// Returns `7 Stopwatch is not a tab bar controller; it belongs to 3 Clocks`.
    func notTabBarController(_ path: ObjectPath) -> String {
        let tabs = viewController(path).tabBarController ?? .none
        let place = tabs.isNone ? "" : "; it belongs to \(name(of: tabs))"
        return "\(name(of: path)) is not a tab bar controller\(place)"
    }
}
