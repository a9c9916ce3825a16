internal import ArgumentParser
internal import DBusInterface
internal import Glibc
internal import TabInterface
internal import TabMirror

struct CreateCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Make a tab bar controller with one tab for each type, and print its path.",
        discussion: """
            It has an identifier, and so have its tabs: they come back when the daemon is started again. Its identifier \
            comes from the title, else it is tabs-1, tabs-2 and so on; those of the tabs from that and their types.

            With the identifier of one that came back, and that nobody has asked for since, that one is printed.
            """)

    enum Profile: String, ExpressibleByArgument, CaseIterable {
        case phone, pad, padLegacy, tv
    }

    @Option(help: "Its title.")
    var title: String?

    @Option(help: "What it is made for.")
    var profile: Profile?

    @Option(
        name: [.long, .customLong("restoration-identifier", withSingleDash: false)],
        help: "Make it under this identifier, which no other may have, or get the one that came back with it.")
    var identifier: String?

    @Flag(help: "Make it without an identifier: it ends with the daemon.")
    var noIdentifier = false

    @Flag(help: "Put each view controller into a navigation controller of its own.")
    var navigation = false

    @OptionGroup var format: FormatOptions

    @Argument(help: "The types of the tabs, for example clock.WorldClock; none for a bar without tabs.")
    var type: [String] = []

    func validate() throws {
        guard let identifier else { return }
        guard !noIdentifier else { throw ValidationError("--identifier and --no-identifier exclude each other.") }
        guard !identifier.isEmpty else {
            throw ValidationError("--identifier is a text that is not empty; --no-identifier is none.")
        }
    }

    func run(_ service: Service) async throws {
        var options = Options()
        typealias Key = ManagerInterface.CreateTabBarControllerOption
        if let title { options.values[Key.title.name] = .string(title) }
        if let profile { options.values[Key.profile.name] = .string(profile.rawValue) }
        let identity: TabIdentity = noIdentifier ? .none : identifier.map { .given($0) } ?? .titled(title ?? "")
        let created = try await service.create(options, as: identity, types: type, navigating: navigation)
        format.print(created.json, text: created.path.text)
        // A script has the path; that other tabs came than those that were asked for, it is told as well.
        if !format.json, created.isRestored || isatty(STDERR_FILENO) == 1 { Output.note(created.note) }
    }
}

struct SetTabsCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "set-tabs", abstract: "Replace the tabs.")

    @Flag(help: "Tell front ends to animate the change.")
    var animated = false

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument

    @Argument(help: "The view controllers of the tabs, in order; paths or numbers.")
    var viewController: [ControllerArgument]

    func run(_ service: Service) async throws {
        let tabs = service.tabBarController(controller.path)
        do throws(DBusError) {
            try await tabs.call(\.setViewControllers, viewController.map(\.path), animated, Options())
        } catch {
            throw try await service.explain(error, ofTabBarController: controller.path)
        }
        guard format.json else { return }
        let viewControllers = try await tabs.viewControllers
        format.print(["viewControllers": .paths(viewControllers)])
    }
}

struct ReopenCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: "Bring back what was destroyed last, and print its path.",
        discussion: """
            It comes back on its path and in its place, with its tabs or its state. Twenty are kept; each call brings back \
            one more.
            """)

    @OptionGroup var format: FormatOptions

    func run(_ service: Service) async throws {
        let path = try await service.manager.call(\.reopen, Options())
        let tree = try await service.managedObjects()
        let type = tree.viewController(path).type ?? ""
        let parent = tree.viewController(path).parent ?? .none
        format.print(
            ["path": .path(path), "type": .string(type), "parent": parent.isNone ? .null : .path(parent)],
            text: path.text)
        guard !format.json, isatty(STDERR_FILENO) == 1 else { return }
        let place = parent.isNone ? "" : " in \(TreeText.name(parent, in: tree))"
        Output.note("\(TreeText.name(path, in: tree)) (\(type)) is back\(place)")
    }
}
