internal import ArgumentParser
internal import DBusInterface
internal import TabInterface

/// A view controller on the command line: its path, or just the number in it.
struct ControllerArgument: ExpressibleByArgument, Hashable, Sendable {
    let path: ObjectPath

    static let help: ArgumentHelp = "An object path such as /org/tabd/Tabs1/view_controllers/1, or the number in it."

    init?(argument: String) {
        let path = argument.hasPrefix("/") ? argument : "\(TabNames.viewControllers)/\(argument)"
        guard TabNames.number(of: ObjectPath(path)) != nil else { return nil }
        self.path = ObjectPath(path)
    }
}
