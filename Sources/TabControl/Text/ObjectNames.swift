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

    /// Returns the view controllers of the items on the bar of a tab bar controller.
    func barItems(of controller: ObjectPath) throws(ControlError) -> [ObjectPath] {
        guard let bar = tabBarController(controller).tabBar else {
            throw ControlError(message: notTabBarController(controller))
        }
        return tabBar(bar).items ?? []
    }

    /// Returns the tabs of a tab bar controller, then More if it is on the bar.
    func tabs(of controller: ObjectPath) throws(ControlError) -> [ObjectPath] {
        let more = tabBarController(controller).moreNavigationController
        return (tabBarController(controller).viewControllers ?? [])
            + (try barItems(of: controller).filter { $0 == more })
    }

    /// Returns `tab 4 does not exist: 1 Desk has 3 tabs`.
    func noTab(at position: Position, of controller: ObjectPath) -> String {
        let count = Position.count(tabBarController(controller).viewControllers?.count ?? 0, "tab")
        return "tab \(position) does not exist: \(name(of: controller)) has \(count)"
    }

    /// Returns `7 Stopwatch is not a tab bar controller; it belongs to 3 Clocks`.
    func notTabBarController(_ path: ObjectPath) -> String {
        let tabs = viewController(path).tabBarController ?? .none
        let place = tabs.isNone ? "" : "; it belongs to \(name(of: tabs))"
        return "\(name(of: path)) is not a tab bar controller\(place)"
    }
}
