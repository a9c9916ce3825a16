internal import ArgumentParser
internal import DBusInterface
internal import Glibc
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

struct CreateCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "create", abstract: "Create a tab bar controller with one tab for each type, and print its path.",
        discussion: """
            The controller and its tabs get restoration identifiers, so they are restored when the daemon restarts. The \
            identifier of the controller is made from the title, or it is tabs-1, tabs-2 and so on. The identifiers of \
            the tabs are made from that and their types.

            If a restored controller has the given identifier and no client has claimed it yet, its path is printed \
            and it keeps its tabs.
            """)

    enum Profile: String, ExpressibleByArgument, CaseIterable {
        case phone, pad, padLegacy, tv
    }

    @Option(help: "Set the title.")
    var title: String?

    @Option(help: "Set the kind of device.")
    var profile: Profile?

    enum SizePolicy: String, ExpressibleByArgument, CaseIterable {
        case smallest, largest, latest, fixed
    }

    @Option(help: "Set how the sizes of front ends decide about the size of the window.")
    var sizePolicy: SizePolicy?

    @OptionGroup var bar: BarOptions

    @Flag(
        inversion: .prefixedNo,
        help: "Give it a focus for keys and remote controls; only profile tv has one by default.")
    var focus: Bool?

    @Option(
        name: [.long, .customLong("restoration-identifier", withSingleDash: false)],
        help: "Use this restoration identifier, or get the restored controller that has it.")
    var identifier: String?

    @Flag(help: "Create it without an identifier: it ends with the daemon.")
    var noIdentifier = false

    @Flag(help: "Put each view controller into its own navigation controller.")
    var navigation = false

    @Flag(help: "Create the instance of each tab, and start its plugin, when the tab is first displayed.")
    var lazy = false

    @OptionGroup var format: FormatOptions

    @Argument(
        help: "The types of the tabs, for example clock.WorldClock. Give none for a bar without tabs.",
        completion: .custom(Completions.types))
    var type: [String] = []

    func validate() throws {
        guard let identifier else { return }
        guard !noIdentifier else { throw ValidationError("--identifier and --no-identifier can't be combined.") }
        guard !identifier.isEmpty else {
            throw ValidationError("--identifier must not be empty; use --no-identifier for none.")
        }
    }

    func run(_ service: Service) async throws {
        var options = Options()
        typealias Key = ManagerInterface.CreateTabBarControllerOption
        if let title { options.values[Key.title.name] = .string(title) }
        if let profile { options.values[Key.profile.name] = .string(profile.rawValue) }
        if let sizePolicy { options.values[Key.sizePolicy.name] = .string(sizePolicy.rawValue) }
        bar.add(to: &options)
        if let focus { options.values[Key.focus.name] = .bool(focus) }
        let identity: TabIdentity? = noIdentifier ? nil : identifier.map { .given($0) } ?? .titled(title ?? "")
        let created = try await service.create(options, as: identity, types: type, navigating: navigation, isLazy: lazy)
        format.print(created.json, text: created.path.text)
        // A script needs only the path, but it is also notified if the restored tabs may differ from those it asked
        // for.
        if !format.json, created.isRestored || isatty(STDERR_FILENO) == 1 { Output.note(created.note) }
    }
}

struct ReopenCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "reopen", abstract: "Restore the view controller that was destroyed last, and print its path.",
        discussion: """
            The view controller keeps its path and its place, with its tabs or its state. The last twenty are kept; \
            each call restores one more.
            """)

    @OptionGroup var format: FormatOptions

    func run(_ service: Service) async throws {
        let path = try await service.manager.reopen()
        let tree = try await service.managedObjects()
        let type = tree.viewController(path).type ?? ""
        let parent = tree.viewController(path).parent ?? .none
        format.print(
            ["path": .path(path), "type": .string(type), "parent": parent.isNone ? .null : .path(parent)],
            text: path.text)
        guard !format.json, isatty(STDERR_FILENO) == 1 else { return }
        let place = parent.isNone ? "" : " in \(tree.name(of: parent))"
        Output.note("restored \(tree.name(of: path)) (\(type))\(place)")
    }
}
