internal import ArgumentParser
internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabInterface
internal import TabMirror

struct DismissCommand: ServiceCommand {
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

    func run(_ service: Service) async throws {
        let tree: ManagedObjects
        let target: ObjectPath
        if let path = controller?.path {
            tree = try await service.objects(with: path)
            target = try Self.target(of: path, tree)
        } else {
            tree = try await service.managedObjects()
            target = try Self.onlyTarget(in: tree)
        }
        guard !asUser else { return try await escape(target, tree, service) }
        let presenting = try await service.viewController(target).presentingViewController
        // Asked itself, it would dismiss what it presents and stay.
        try await service.viewController(presenting.isNone ? target : presenting).call(\.dismiss, Options())
        format.print(["dismissed": .path(target)])
    }

    @EventLoop
    private func escape(_ target: ObjectPath, _ tree: ManagedObjects, _ service: Service) async throws {
        guard let popover = Popover.presented(as: target, in: tree) else {
            throw ControlError(
                message: "\(TreeText.name(target, in: tree)) is in no popover, which alone Escape dismisses")
        }
        let isDismissed = try await service.popover(popover).call(\.performEscape, Options()) == "dismissed"
        format.print(["dismissed": isDismissed ? .path(target) : .null], text: isDismissed ? nil : "refused")
        if !isDismissed { throw ExitCode(ExitStatus.refused) }
    }

    private static func target(of path: ObjectPath, _ tree: ManagedObjects) throws(ControlError) -> ObjectPath {
        if tree.isPresented(path) { return path }
        guard let top = top(over: path, tree) else {
            throw ControlError(message: "nothing is presented over \(TreeText.name(path, in: tree))")
        }
        return top
    }

    private static func onlyTarget(in tree: ManagedObjects) throws(ControlError) -> ObjectPath {
        let tops = tree.paths(with: ViewControllerInterface.name).filter {
            tree.isPresented($0) && top(over: $0, tree) == nil
        }
        guard let first = tops.first else { throw ControlError(message: "nothing is presented") }
        guard tops.count == 1 else {
            let names = tops.map { TreeText.name($0, in: tree) }.joined(separator: ", ")
            throw ControlError(message: "there are \(tops.count) to dismiss; name one: \(names)")
        }
        return first
    }

    /// The last one of what is presented over each other.
    private static func top(over path: ObjectPath, _ tree: ManagedObjects) -> ObjectPath? {
        var top: ObjectPath?
        // 32 are allowed; a tree that is higher closes in itself.
        for _ in 0..<64 {
            guard let next = tree.viewController(top ?? path).presentedViewController, !next.isNone else { break }
            top = next
        }
        return top
    }
}
