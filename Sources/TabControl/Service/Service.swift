internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// Finding controllers. Functions throw the errors of the bus; `Session` translates them for the user.
extension Service {
    func managedObjects() async throws(DBusError) -> ManagedObjects {
        ManagedObjects(try await objectManager(TabNames.root).getManagedObjects())
    }

    /// Returns all objects of the daemon.
    /// - Throws: The daemon's error if the controller does not exist.
    func objects(with controller: ObjectPath) async throws(DBusError) -> ManagedObjects {
        // The reply explains what is wrong with the path; the managed objects would not.
        _ = try await viewController(controller).type
        return try await managedObjects()
    }

    /// Returns the path of a controller that an argument names. A number or a path needs no call.
    func path(of controller: ControllerArgument, in scope: ControllerScope) async throws -> ObjectPath {
        if case .path(let path) = controller { return path }
        return try await managedObjects().find(controller, in: scope)
    }

    /// Returns the paths of several view controllers.
    func paths(of controllers: [ControllerArgument], in scope: ControllerScope) async throws -> [ObjectPath] {
        let tree = try await managedObjects()
        return try controllers.map { (argument) throws(ControlError) in try tree.find(argument, in: scope) }
    }

    /// Returns the path of the window that an argument names, or of the only tab bar controller if none is given.
    func windowPath(of controller: ControllerArgument?) async throws -> ObjectPath {
        if let controller { return try await path(of: controller, in: .windows) }
        let tree = try await managedObjects()
        return try tree.only(
            of: tree.paths(with: TabBarControllerInterface.name), orNone: ControllerArgument.noController
        ) { "there are \($0) tab bar controllers" }
    }

    /// Returns whether the bus starts the daemon when a client calls it.
    func isActivatable() async -> Bool {
        await withCheckedContinuation(isolation: EventLoop.shared) { waiting in
            DaemonStartupWait.isActivatable(on: bus) { waiting.resume(returning: $0) }
        }
    }

    // MARK: Front end

    /// Attaches, or stays attached, and returns the whole tree at that moment.
    func attach(
        to controller: ObjectPath
    ) async throws(DBusError) -> ([ObjectPath: TabTree.Properties], [ObjectPath: ViewSnapshot]) {
        do throws(DBusError) {
            return try await window(controller).attach(autoStart: false)
        } catch {
            throw try await explain(error, ofWindowOf: controller)
        }
    }
}
