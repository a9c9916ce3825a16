internal import ArgumentParser
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

struct RenameCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Set the title of a view controller, its tab and its navigation bar.")

    @OptionGroup var target: ControllerOptions

    @Argument(help: "The new title; empty for none.")
    var title: String

    func run(_ service: Service, on path: ObjectPath) async throws {
        try await service.viewController(path).set(\.title, to: title)
        format.print(["path": .path(path), "title": .string(title)])
    }
}

struct BadgeCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "badge", abstract: "Set the badge of a tab; an empty text removes it.",
        discussion: "For example: 'tabctl badge Alarms 3', \"tabctl badge Alarms ''\".")

    static let scope = ControllerScope.tabs

    @OptionGroup var target: ControllerOptions

    @Argument(help: "The text of the badge; empty for no badge.")
    var text: String

    func run(_ service: Service, on path: ObjectPath) async throws {
        try await service.tabBarItem(path).set(\.badgeValue, to: text)
        format.print(["path": .path(path), "badge": .string(text)])
    }
}

struct IconCommand: ControllerCommand {
    static let configuration = CommandConfiguration(
        commandName: "icon", abstract: "Set the icon of a tab; an empty text removes it.",
        discussion: "For example: 'tabctl icon Alarms alarm-symbolic', 'tabctl icon Alarms ./bell.svg'.")

    static let scope = ControllerScope.tabs

    @OptionGroup var target: ControllerOptions

    @Argument(
        help: "The name of an icon, or a PNG, JPEG or SVG file: a path with a slash, such as ./bell.svg.",
        completion: .file(extensions: ["png", "jpg", "jpeg", "svg"]))
    var image: String

    func run(_ service: Service, on path: ObjectPath) async throws {
        var name = image
        if let file = ImageFile(argument: image) { name = try await service.manager.addImage(try file.read()) }
        // The daemon keeps the image, because the item names it before this client leaves.
        try await service.tabBarItem(path).set(\.image, to: name)
        format.print(["path": .path(path), "icon": .string(name)])
    }
}

struct DestroyCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "destroy", abstract: "Destroy view controllers.",
        discussion: """
            The tabs of a destroyed tab bar controller, and the stack of a navigation controller, stay without a \
            container, unless you give --recursive. 'tabctl reopen' restores what was destroyed. Delegates are not \
            asked; 'tabctl close' closes a tab as the user does.
            """)

    @Flag(help: "Destroy the tabs and stacks of containers too.")
    var recursive = false

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: [ControllerArgument]

    func run(_ service: Service) async throws {
        let tree = try await service.managedObjects()
        let given = try controller.map { (argument) throws(ControlError) in try tree.find(argument, in: .all) }
        var destroyed: [ObjectPath] = []
        for path in ControllerTree(tree).innermostFirst(given, recursive: recursive) {
            do throws(DBusError) {
                try await service.manager.destroy(path)
            } catch {
                // A container such as an alert's may end with its content.
                guard error.name == DBusError.Name.unknownObject, !given.contains(path) else {
                    throw Self.explain(error, destroyed, tree)
                }
            }
            destroyed.append(path)
        }
        format.print(["destroyed": .paths(destroyed)])
    }

    /// Adds to an error what was already destroyed.
    private static func explain(_ error: DBusError, _ destroyed: [ObjectPath], _ tree: ManagedObjects) -> ControlError {
        guard !destroyed.isEmpty else { return ControlError(error) }
        return ControlError(error).withMessage("\(error.message); destroyed before: \(tree.names(of: destroyed))")
    }
}
