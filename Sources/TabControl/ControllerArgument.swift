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
        guard TabNames.number(of: ObjectPath(path)) != nil else { return nil }
        self.path = ObjectPath(path)
    }

    static let noController = "there is no tab bar controller; 'tabctl create' makes one"

    /// The one that is meant when none is named.
    static func only(in tree: ManagedObjects) throws(ControlError) -> ObjectPath {
        let paths = tree.paths(with: TabBarControllerInterface.name)
        guard let path = paths.first else { throw ControlError(message: noController) }
        guard paths.count == 1 else {
            let names = paths.map { TreeText.name($0, in: tree) }.joined(separator: ", ")
            throw ControlError(message: "there are \(paths.count) tab bar controllers; name one: \(names)")
        }
        return path
    }
}
