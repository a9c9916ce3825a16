import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The creation of view controllers with options, and the registration of a client's object as one.
extension ManagerFacade {
    /// Replies with a path when the instances of all new view controllers are created. If one fails, all are destroyed.
    ///
    /// - Parameter ids: The view controllers that this call has created.
    private func fulfil(
        _ promise: Promise<ObjectPath>, with id: ViewControllerID, whenCreated ids: [ViewControllerID],
        in container: ViewControllerID? = nil
    ) {
        instances.requireInstances(of: ids, in: container) { error in
            if let error { promise.fail(error) } else { promise.succeed(id.path) }
        }
    }

    func createTabBarController(
        _ options: Options, _ promise: Promise<ObjectPath>
    ) throws(DBusError) {
        typealias Key = Contract.CreateTabBarControllerOption
        let identifier = options[Key.restorationIdentifier] ?? ""
        if let id = try factory.claim(identifier, ofType: "TabBarController", for: caller) {
            return promise.succeed(id.path)
        }
        let profile: Profile = try TextRules.value(options[Key.profile] ?? "phone", named: "profile")
        let order: LifecycleOrder = try TextRules.value(
            options[Key.lifecycleOrder] ?? "modern", named: "life cycle order")
        let maximum = options[Key.maximumVisibleItems] ?? 7
        guard (1...100).contains(maximum) else {
            throw .invalidArgument("MaximumVisibleItems \(maximum) is out of range; expected 1 to 100")
        }
        let title = try TextRules.text(options[Key.title] ?? "", named: "Title")
        let size = try options[Key.size].map { (size) throws(DBusError) in try WindowFacade.checked(size) }
        let policy: SizePolicy = try TextRules.value(options[Key.sizePolicy] ?? "smallest", named: "size policy")
        let bar = try WindowFacade.checkedBar(
            options[Key.barHeight], options[Key.barSide], options[Key.barSlots], in: profile)
        let types = options[Key.types] ?? []
        guard types.count <= 100 else {
            throw .invalidArgument("Types has \(types.count) types: at most 100 are allowed")
        }

        try quotas.requireRoom(
            for: Quotas.controllersOfTabBarController + types.count,
            content: Quotas.content(title: title, identifier: identifier), of: caller)
        var tabs: [ViewControllerID] = []
        let id: ViewControllerID
        do throws(DBusError) {
            for type in types { try checkTab(ofType: type) }
            for type in types {
                tabs.append(
                    try factory.makeViewController(
                        type, arguments: [:], isLazy: options[Key.lazy] ?? false, for: caller))
            }
            let record = ControllerRecord(type: "TabBarController", holder: caller)
            id = try factory.create(record, as: identifier, title: title) {
                $0.createTabBarController(
                    profile: profile, lifecycleOrder: order, maximumVisibleItems: Int(maximum))
            }
        } catch {
            for tab in tabs { try? delivery.destroy(tab) }
            throw error
        }
        if options[Key.destroyWithCaller] == true {
            for destroyed in [id] + tabs { records.setDestroyed(destroyed, withClient: caller) }
        }
        if size != nil || policy != .smallest || bar != BarStyle() {
            try windows.update(of: id) {
                if let size { $0.setPreferredSize(size) }
                $0.sizePolicy = policy
                $0.createdBar = bar
            }
        }
        if let hasFocus = options[Key.focus] {
            try delivery.perform { try $0.setFocusEnabled(hasFocus, of: id) }
        }
        if !tabs.isEmpty {
            try delivery.perform { try $0.setViewControllers(tabs, of: id, animated: false) }
        }
        fulfil(promise, with: id, whenCreated: tabs, in: id)
    }

    private func checkTab(ofType type: String) throws(DBusError) {
        guard try instances.offer(ofType: type).pluginClass.superclass == "ViewController" else {
            throw .hierarchyInconsistency("'\(type)' is a tab bar controller, which cannot be a tab")
        }
    }

    func createViewController(
        _ type: String, _ options: Options, _ promise: Promise<ObjectPath>
    ) throws(DBusError) {
        typealias Key = Contract.CreateViewControllerOption
        let identifier = options[Key.restorationIdentifier] ?? ""
        if let plugin = PluginCaller.plugin(caller) {
            let id = try creating(options[Key.creator]) { () throws(DBusError) in
                try factory.makeViewController(
                    type, arguments: options[Key.arguments] ?? [:], identifier: identifier, byPlugin: plugin)
            }
            return promise.succeed(id.path)
        }
        // Claiming does not wait for its instance, which may have failed: its data is kept.
        if let id = try factory.claim(identifier, ofType: type, for: caller) { return promise.succeed(id.path) }
        let title = try options[Key.title].map { (text) throws(DBusError) in
            try TextRules.text(text, named: "Title")
        }
        let image = try options[Key.image].map { (text) throws(DBusError) in
            try images.image(text, for: caller, on: nil) ?? ""
        }
        let arguments = options[Key.arguments] ?? [:]
        guard arguments.variant.levels <= 32 else {
            throw .invalidArgument(
                "Arguments has \(arguments.variant.levels) levels of nesting: at most 32 are allowed")
        }
        let id = try creating(options[Key.creator]) { () throws(DBusError) in
            try factory.makeViewController(
                type, title: title, image: image, arguments: arguments, identifier: identifier,
                isLazy: options[Key.lazy] ?? false, for: caller)
        }
        if options[Key.destroyWithCaller] == true { records.setDestroyed(id, withClient: caller) }
        bus.tree.markChanged(id.path)
        fulfil(promise, with: id, whenCreated: [id])
    }

    func createNavigationController(
        _ root: ObjectPath, _ options: Options, _ promise: Promise<ObjectPath>
    ) throws(DBusError) {
        typealias Key = Contract.CreateNavigationControllerOption
        let (plugin, type) = (PluginCaller.plugin(caller), options[Key.type])
        let rootID = try references.controller(at: root, for: caller, "CreateNavigationController")
        let identifier = options[Key.restorationIdentifier] ?? ""
        if plugin == nil, let id = try factory.claim(identifier, ofType: "NavigationController", for: caller) {
            return promise.succeed(id.path)
        }
        _ = try TextRules.text(identifier, named: "RestorationIdentifier")
        let title = try TextRules.text(options[Key.title] ?? "", named: "Title")
        let isDelegate = delegates.ofPopover(rootID).map { delegates.isCaller(caller, $0.receiver) } ?? false
        let id = try creating(options[Key.creator]) { () throws(DBusError) in
            try factory.makeNavigationController(
                type, root: rootID, by: caller, identifier: identifier, title: title,
                byPopoverDelegate: isDelegate || plugin != nil)
        }
        if options[Key.destroyWithCaller] == true { records.setDestroyed(id, withClient: caller) }
        // A plugin creates the instance after the reply.
        guard plugin == nil, type != nil else { return promise.succeed(id.path) }
        fulfil(promise, with: id, whenCreated: [id])
    }

    /// Makes a creation depend on that of the view controller that it belongs to.
    ///
    /// - Parameter creator: A view controller of the caller whose instance is being created; ignored otherwise.
    private func creating<Result>(
        _ creator: ObjectPath?, _ body: () throws(DBusError) -> Result
    ) throws(DBusError) -> Result {
        guard let id = creator.flatMap({ TabNames.viewController(of: $0) }), let record = records[id],
            record.isBeingCreated, record.isOwned(byCaller: caller)
        else { return try body() }
        return try instances.creating(within: id, body)
    }

    // MARK: Registration

    func registerViewController(
        _ path: ObjectPath, _ options: Options, _ promise: Promise<ObjectPath>
    ) throws(DBusError) {
        typealias Key = Contract.RegisterViewControllerOption
        guard !path.isNone else { throw .invalidArgument("'/' is not an object") }
        try TextRules.path(path, named: "the object path")
        let title = try TextRules.text(options[Key.title] ?? "", named: "Title")
        let identifier = options[Key.restorationIdentifier] ?? ""
        let methods = try OwnerMethods(options[Key.methods])
        let isDestroyedWithClient = options[Key.destroyWithCaller] ?? false
        let (client, factory) = (ClientObject(name: caller, path: path), factory)
        try withOwnedName(options[Key.busName]) { busName throws(DBusError) in
            promise.succeed(
                try factory.register(
                    client, methods, title, identifier, busName: busName,
                    isDestroyedWithClient: isDestroyedWithClient))
        } failed: {
            promise.fail($0)
        }
    }

    func registerClasses(
        _ classes: [String], of path: ObjectPath, _ options: Options, _ promise: Promise<Void>
    ) throws(DBusError) {
        typealias Key = Contract.RegisterClassesOption
        let (factory, tabBarControllers) = (
            ClientObject(name: caller, path: path), options[Key.tabBarControllers] ?? []
        )
        try withOwnedName(options[Key.busName]) { [instances] busName throws(DBusError) in
            try instances.register(classes, of: factory, busName: busName, tabBarControllers: tabBarControllers)
            promise.succeed()
        } failed: {
            promise.fail($0)
        }
    }

    /// Runs a registration with the option BusName, once the bus has said that the caller owns the name.
    ///
    /// - Parameters:
    ///   - busName: The option. nil and an empty name stand for no name; the registration then runs at once.
    ///   - failed: Gets the errors of the lookup and of a registration that runs later.
    private func withOwnedName(
        _ busName: String?, register: @escaping @EventLoop (String?) throws(DBusError) -> Void,
        failed: @escaping @EventLoop (DBusError) -> Void
    ) throws(DBusError) {
        guard let busName, !busName.isEmpty else { return try register(nil) }
        guard !busName.hasPrefix(":") else {
            throw .invalidArgument("BusName '\(busName.prefix(255))' is a unique name; expected a well-known name")
        }
        guard let connection = bus.connection else { throw .disconnected("tabd is not connected to a bus") }
        connection.owner(of: busName) { [caller] owner in
            do throws(DBusError) {
                guard try owner.get() == caller else {
                    throw .invalidArgument("BusName '\(busName.prefix(255))' is not owned by the caller \(caller)")
                }
                try register(busName)
            } catch {
                failed(error)
            }
        }
    }
}
