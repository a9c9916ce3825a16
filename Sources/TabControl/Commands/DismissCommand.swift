internal import ArgumentParser
internal import DBusConnection
internal import DBusInterface
internal import TabInterface
internal import TabMirror

struct DismissCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss", abstract: "Dismiss what is presented, as a program does: no delegate is asked or told.",
        discussion: """
            A presented view controller goes with all that is presented over it, any other stands for what is on top. \
            The controller may be left out when only one thing is there to dismiss.
            """)

    @Flag(help: "Dismiss a popover, or what it is adapted to, as a user does with Escape: the delegate is asked.")
    var asUser = false

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument?

    func run() throws {
        let (path, asUser, json) = (controller?.path, asUser, format.json)
        try Session.run(verbose: format.verbose) { service in
            let tree: ManagedObjects
            let target: ObjectPath
            if let path {
                tree = try await service.objects(with: path)
                target = try Self.target(of: path, tree)
            } else {
                tree = try await service.managedObjects()
                target = try Self.onlyTarget(in: tree)
            }
            if asUser { return try await Self.escape(target, tree, service, json: json) }
            let presenting = try await service.get(
                ViewControllerInterface.presentingViewController, of: ViewControllerInterface.name, at: target)
            // Asked itself, it would dismiss what it presents and stay.
            try await service.dismiss(from: presenting.isNone ? target : presenting)
            if json { Output.print(JSON.object(["dismissed": .path(target)]).text) }
            return ExitStatus.done
        }
    }

    @EventLoop
    private static func escape(
        _ target: ObjectPath, _ tree: ManagedObjects, _ service: Service, json: Bool
    ) async throws -> Int32 {
        guard let popover = Popover.presented(as: target, in: tree) else {
            throw ControlError(
                message: "\(TreeText.name(target, in: tree)) is in no popover, which alone Escape dismisses",
                status: ExitStatus.refused)
        }
        let result = try await service.performEscape(popover)
        let isDismissed = result == "dismissed"
        if json {
            Output.print(JSON.object(["dismissed": isDismissed ? .path(target) : .null]).text)
        } else if !isDismissed {
            Output.print("refused")
        }
        return isDismissed ? ExitStatus.done : ExitStatus.refused
    }

    private static func target(of path: ObjectPath, _ tree: ManagedObjects) throws(ControlError) -> ObjectPath {
        if isPresented(path, tree) { return path }
        guard let top = top(over: path, tree) else {
            throw ControlError(
                message: "nothing is presented over \(TreeText.name(path, in: tree))", status: ExitStatus.refused)
        }
        return top
    }

    private static func onlyTarget(in tree: ManagedObjects) throws(ControlError) -> ObjectPath {
        let tops = tree.paths(with: ViewControllerInterface.name).filter {
            isPresented($0, tree) && top(over: $0, tree) == nil
        }
        guard let first = tops.first else {
            throw ControlError(message: "nothing is presented", status: ExitStatus.refused)
        }
        guard tops.count == 1 else {
            let names = tops.map { TreeText.name($0, in: tree) }.joined(separator: ", ")
            throw ControlError(
                message: "there are \(tops.count) to dismiss; name one: \(names)", status: ExitStatus.refused)
        }
        return first
    }

    private static func value(_ property: Property<ObjectPath>, _ path: ObjectPath, _ tree: ManagedObjects)
        -> ObjectPath
    {
        tree.value(property, of: ViewControllerInterface.name, at: path) ?? .none
    }

    private static func isPresented(_ path: ObjectPath, _ tree: ManagedObjects) -> Bool {
        value(ViewControllerInterface.parent, path, tree).isNone
            && !value(ViewControllerInterface.presentingViewController, path, tree).isNone
    }

    /// The last one of what is presented over each other.
    private static func top(over path: ObjectPath, _ tree: ManagedObjects) -> ObjectPath? {
        var top: ObjectPath?
        // 32 are allowed; a tree that is higher closes in itself.
        for _ in 0..<64 {
            let next = value(ViewControllerInterface.presentedViewController, top ?? path, tree)
            guard !next.isNone else { break }
            top = next
        }
        return top
    }
}
