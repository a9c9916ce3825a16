internal import ArgumentParser
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

struct DismissCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "dismiss", abstract: "Dismiss a presented view controller without asking or notifying delegates.",
        discussion: """
            If the given view controller is presented, it is dismissed with everything presented over it. Otherwise, \
            the topmost view controller presented over it is dismissed. You can leave out the controller if only one \
            can be dismissed.
            """)

    @Flag(help: "Dismiss a popover or its adapted sheet like the Escape key does: the delegate is asked.")
    var asUser = false

    @OptionGroup var format: FormatOptions

    @Argument(help: ControllerArgument.help)
    var controller: ControllerArgument?

    func run(_ service: Service) async throws {
        let tree: ManagedObjects
        let target: ObjectPath
        if let controller {
            let path = try await service.path(of: controller, in: .all)
            tree = try await service.objects(with: path)
            target = try Self.target(of: path, tree)
        } else {
            tree = try await service.managedObjects()
            target = try Self.onlyTarget(in: tree)
        }
        guard !asUser else { return try await escape(target, tree, service) }
        let presenting = try await service.viewController(target).presentingViewController
        // The presenting view controller is called: `Dismiss` of the target would dismiss what the target presents.
        try await service.viewController(presenting.isNone ? target : presenting).dismiss()
        format.print(["dismissed": .path(target)])
    }

    @EventLoop
    private func escape(_ target: ObjectPath, _ tree: ManagedObjects, _ service: Service) async throws {
        guard let popover = Popover.presented(as: target, in: tree) else {
            throw ControlError(
                message: "\(tree.name(of: target)) is not in a popover; --as-user dismisses only popovers")
        }
        let isDismissed = try await service.popover(popover).performEscape() == "dismissed"
        format.print(["dismissed": isDismissed ? .path(target) : .null], text: isDismissed ? nil : "refused")
        if !isDismissed { throw ExitCode(ExitStatus.refused) }
    }

    private static func target(of path: ObjectPath, _ tree: ManagedObjects) throws(ControlError) -> ObjectPath {
        if tree.isPresented(path) { return path }
        guard let top = top(over: path, tree) else {
            throw ControlError(message: "nothing is presented over \(tree.name(of: path))")
        }
        return top
    }

    private static func onlyTarget(in tree: ManagedObjects) throws(ControlError) -> ObjectPath {
        let tops = tree.paths(with: ViewControllerInterface.name).filter {
            tree.isPresented($0) && top(over: $0, tree) == nil
        }
        return try tree.only(of: tops, orNone: "nothing is presented") { "\($0) view controllers can be dismissed" }
    }

    /// Returns the topmost view controller presented over another.
    private static func top(over path: ObjectPath, _ tree: ManagedObjects) -> ObjectPath? {
        let presented = sequence(first: path) { path in
            tree.viewController(path).presentedViewController.flatMap { $0.isNone ? nil : $0 }
        }
        // The daemon allows 32 levels; more than 64 would be a cycle.
        return Array(presented.prefix(65)).dropFirst().last
    }
}
