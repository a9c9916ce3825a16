import DBusConnection
import DBusInterface
import EventLoop
import LayoutFile
import PluginHosting
import TabInterface
import TabModel
import TabStore

/// The implementation of `org.tabd.Tabs1.Manager`.
@EventLoop
struct ManagerFacade {
    let bus: Bus
    let delegates: DelegateRegistry
    let delivery: EventDelivery
    let factory: ControllerFactory
    let instances: Instances
    let layouts: Layouts
    let plugins: PluginCatalog
    let privateConnections: PrivateConnections
    let quotas: Quotas
    let records: ControllerRecords
    let references: ObjectReferences
    let reopener: Reopener
    let store: Store
    let storeReport: StoreReport
    let windows: WindowAttachments
    /// Executes the program again, after the replies of this turn.
    let restart: @EventLoop () throws(DBusError) -> Void
    let caller: String

    typealias Contract = ManagerInterface

    static let interface = Interface<ManagerFacade>(Contract.self) {
        Contract.createTabBarController.handledLater { (manager, promise, options) throws(DBusError) in
            try manager.createTabBarController(options, promise)
        }
        Contract.createRestorableTabBarController.handledLater {
            (manager, promise, identifier, title, profile, types, _) throws(DBusError) in
            try manager.createTabBarController(.tabBarController(identifier, title, profile, types), promise)
        }
        Contract.createConfiguredTabBarController.handledLater {
            (manager, promise, identifier, title, profile, types, order, maximum, _) throws(DBusError) in
            typealias Key = Contract.CreateTabBarControllerOption
            var options = Options.tabBarController(identifier, title, profile, types)
            if !order.isEmpty { options.values[Key.lifecycleOrder.name] = .string(order) }
            if maximum != 0 { options.values[Key.maximumVisibleItems.name] = .uint32(maximum) }
            try manager.createTabBarController(options, promise)
        }
        Contract.createViewController.handledLater { (manager, promise, type, options) throws(DBusError) in
            try manager.createViewController(type, options, promise)
        }
        Contract.createRestorableViewController.handledLater {
            (manager, promise, type, identifier, title, _) throws(DBusError) in
            try manager.createViewController(type, .restorable(identifier, title), promise)
        }
        Contract.createNavigationController.handledLater { (manager, promise, root, options) throws(DBusError) in
            try manager.createNavigationController(root, options, promise)
        }
        Contract.createRestorableNavigationController.handledLater {
            (manager, promise, root, identifier, title, _) throws(DBusError) in
            try manager.createNavigationController(root, .restorable(identifier, title), promise)
        }
        Contract.registerViewController.handledLater { (manager, promise, path, options) throws(DBusError) in
            try manager.registerViewController(path, options, promise)
        }
        Contract.registerClasses.handled { (manager, factory, classes, options) throws(DBusError) in
            guard PluginCaller.plugin(manager.caller) == nil else { return }
            try manager.instances.register(
                classes, of: ClientObject(name: manager.caller, path: factory),
                tabBarControllers: options[Contract.RegisterClassesOption.tabBarControllers] ?? [])
        }
        Contract.getViewController.handled { (manager, identifier) throws(DBusError) in
            guard !identifier.isEmpty, let id = manager.delivery.hierarchy.controller(identifiedBy: identifier) else {
                throw .invalidArgument(
                    "no view controller has RestorationIdentifier '\(identifier.prefix(200))'; "
                        + "expected that of a live view controller")
            }
            return id.path
        }
        Contract.destroy.handled { (manager, path, _) throws(DBusError) in
            try manager.destroy(path)
        }
        Contract.reopen.handledLater { (manager, promise, _) throws(DBusError) in
            let id = try manager.reopener.reopen(for: manager.caller)
            // The view controller stays even if its instance fails.
            manager.instances.waitForInstances(of: [id]) { _ in promise.succeed(id.path) }
        }
        Contract.subscribe.handled { (manager, _) throws(DBusError) in
            try manager.quotas.subscribe(manager.caller)
        }
        Contract.unsubscribe.handled { (manager, _) in manager.quotas.unsubscribe(manager.caller) }
        Contract.openConnection.handled { (manager, _) throws(DBusError) in
            try manager.privateConnections.open(for: manager.caller)
        }
        Contract.getLayout.handled { (manager, _) in manager.layouts.currentLayout.text }
        Contract.applyLayout.handled { (manager, text, options) throws(DBusError) in
            let isDryRun = options[Contract.ApplyLayoutOption.dryRun] ?? false
            return try manager.layouts.applyLayout(text, dryRun: isDryRun, for: manager.caller)
        }
        Contract.planLayout.handled { (manager, text, _) throws(DBusError) in
            try manager.layouts.applyLayout(text, dryRun: true, for: manager.caller)
        }
        Contract.restart.handled { (manager, _) throws(DBusError) in try manager.restart() }
        Contract.usage.reading { $0.usage }
        Contract.version.reading { _ in TabVersion.current }
        Contract.storeState.reading { manager in
            if case .saved = manager.store.condition { "saved" } else { "unsaved" }
        }
        Contract.storeReason.reading { $0.storeReport.reason }
        Contract.features.reading { _ in
            [
                "in-process-plugins", "isolated-plugins", "remote-view-controllers", "delegates",
                "navigation-controllers", "presentations", "state-restoration",
                "layouts", "private-connections", "client-classes",
                "bar-options", "size-policies", "tab-edits", "item-states", "targeted-signals",
            ]
        }
        Contract.viewControllers.reading(
            { $0.delivery.hierarchy.nodes.allIDs.map(\.path) }, changingWith: { $0.records.revisions.viewControllers })
        Contract.tabBarControllers.reading(
            { manager in
                let hierarchy = manager.delivery.hierarchy
                return hierarchy.nodes.allIDs.filter { hierarchy.nodes.kind(of: $0) == .tabBarController }.map(\.path)
            }, changingWith: { $0.records.revisions.tabBarControllers })
        Contract.plugins.reading { ($0.plugins.registry?.plugins ?? []).map { TabNames.plugin($0.id) } }
        Contract.viewControllerTypes.reading { manager in
            ((manager.plugins.registry?.plugins ?? []).flatMap(\.types) + manager.instances.classes.types).sorted()
        }
    }

    /// The value of `Usage`: the use and limit of each quota.
    private var usage: [String: Usage] {
        func usage(_ used: Int, _ limit: Int) -> Usage { Usage(UInt64(clamping: used), UInt64(clamping: limit)) }
        let (limits, total) = (quotas.limits, quotas.totalAccount)
        return [
            "Attachments": usage(windows.count, limits.attachments.total),
            "Calls": usage(bus.waitingCalls, limits.calls.total),
            "Connections": usage(privateConnections.count, limits.connections.total),
            "Content": usage(total.content, limits.content.total),
            "Delegates": usage(delegates.count, limits.delegates.total),
            "Subscriptions": usage(quotas.subscribers.count, limits.subscriptions.total),
            "ViewControllers": usage(total.viewControllers, limits.viewControllers.total),
        ]
    }

    // MARK: Creation

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

    private func createTabBarController(
        _ options: Options, _ promise: Promise<ObjectPath>
    ) throws(DBusError) {
        typealias Key = Contract.CreateTabBarControllerOption
        let identifier = options[Key.restorationIdentifier] ?? ""
        if let id = try factory.claim(identifier, ofType: "TabBarController") { return promise.succeed(id.path) }
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

        try quotas.requireRoom(for: Quotas.controllersOfTabBarController + types.count, of: caller)
        var tabs: [ViewControllerID] = []
        let id: ViewControllerID
        do throws(DBusError) {
            for type in types { try checkTab(ofType: type) }
            for type in types { tabs.append(try factory.makeViewController(type, arguments: [:], for: caller)) }
            id = delivery.hierarchy.createTabBarController(
                profile: profile, lifecycleOrder: order, maximumVisibleItems: Int(maximum))
        } catch {
            for tab in tabs { try? delivery.destroy(tab) }
            throw error
        }
        let record = ControllerRecord(type: "TabBarController", holder: caller)
        if options[Key.destroyWithCaller] == true {
            record.destroyedWithClient = caller
            for tab in tabs { records[tab]?.destroyedWithClient = caller }
        }
        factory.adopt(id, record, as: identifier, title: title)
        if size != nil || policy != .smallest || bar != BarStyle() {
            try windows.update(of: id) {
                if let size { $0.setPreferredSize(size) }
                $0.sizePolicy = policy
                $0.createdBar = bar
            }
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

    private func createViewController(
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
        if let id = try factory.claim(identifier, ofType: type) { return promise.succeed(id.path) }
        let title = try options[Key.title].map { (text) throws(DBusError) in
            try TextRules.text(text, named: "Title")
        }
        let arguments = options[Key.arguments] ?? [:]
        guard arguments.variant.levels <= 32 else {
            throw .invalidArgument(
                "Arguments has \(arguments.variant.levels) levels of nesting: at most 32 are allowed")
        }
        let id = try creating(options[Key.creator]) { () throws(DBusError) in
            try factory.makeViewController(
                type, title: title, arguments: arguments, identifier: identifier, for: caller)
        }
        if options[Key.destroyWithCaller] == true { records[id]?.destroyedWithClient = caller }
        bus.tree.markChanged(id.path)
        fulfil(promise, with: id, whenCreated: [id])
    }

    private func createNavigationController(
        _ root: ObjectPath, _ options: Options, _ promise: Promise<ObjectPath>
    ) throws(DBusError) {
        typealias Key = Contract.CreateNavigationControllerOption
        let (plugin, type) = (PluginCaller.plugin(caller), options[Key.type])
        let rootID = try references.controller(at: root, for: caller, "CreateNavigationController")
        let identifier = options[Key.restorationIdentifier] ?? ""
        if plugin == nil, let id = try factory.claim(identifier, ofType: "NavigationController") {
            return promise.succeed(id.path)
        }
        let title = try TextRules.text(options[Key.title] ?? "", named: "Title")
        let isDelegate = delegates.ofPopovers[rootID].map { delegates.isCaller(caller, $0.receiver) } ?? false
        let id = try creating(options[Key.creator]) { () throws(DBusError) in
            try factory.makeNavigationController(
                type, root: rootID, by: caller, identifier: identifier, title: title,
                byPopoverDelegate: isDelegate || plugin != nil)
        }
        if options[Key.destroyWithCaller] == true { records[id]?.destroyedWithClient = caller }
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

    private func destroy(_ path: ObjectPath) throws(DBusError) {
        guard let plugin = PluginCaller.plugin(caller) else {
            return try reopener.destroyReopenably(try references.controller(at: path, for: caller, "Destroy"))
        }
        guard let id = TabNames.viewController(of: path), records[id]?.creator == plugin else {
            throw .unknownObject("'\(path.text.prefix(200))' was not created by plugin '\(plugin)'")
        }
        try delivery.command {
            try $0.destroy(id)
        } run: { [delivery] () throws(DBusError) in
            try delivery.destroy(id)
        }
    }

    // MARK: Registration

    private func registerViewController(
        _ path: ObjectPath, _ options: Options, _ promise: Promise<ObjectPath>
    ) throws(DBusError) {
        typealias Key = Contract.RegisterViewControllerOption
        guard !path.isNone else { throw .invalidArgument("'/' is not an object") }
        let title = try TextRules.text(options[Key.title] ?? "", named: "Title")
        let identifier = options[Key.restorationIdentifier] ?? ""
        let methods = try OwnerMethods(options[Key.methods])
        let isDestroyedWithClient = options[Key.destroyWithCaller] ?? false
        let (client, factory) = (ClientObject(name: caller, path: path), factory)
        guard let busName = options[Key.busName], !busName.isEmpty else {
            return promise.succeed(
                try factory.register(
                    client, methods, title, identifier, busName: nil, isDestroyedWithClient: isDestroyedWithClient))
        }
        guard !busName.hasPrefix(":") else {
            throw .invalidArgument("BusName '\(busName.prefix(255))' is a unique name; expected a well-known name")
        }
        guard let connection = bus.connection else { throw .disconnected("tabd is not connected to a bus") }
        connection.owner(of: busName) { owner in
            do throws(DBusError) {
                guard try owner.get() == client.name else {
                    throw .invalidArgument(
                        "BusName '\(busName.prefix(255))' is not owned by the caller \(client.name)")
                }
                promise.succeed(
                    try factory.register(
                        client, methods, title, identifier, busName: busName,
                        isDestroyedWithClient: isDestroyedWithClient))
            } catch {
                promise.fail(error)
            }
        }
    }
}

extension Options {
    /// The options of a Create method. An empty string means the default.
    fileprivate static func restorable(_ identifier: String, _ title: String) -> Options {
        typealias Key = ManagerInterface.CreateViewControllerOption
        var options: Options = [Key.restorationIdentifier.name: .string(identifier)]
        if !title.isEmpty { options.values[Key.title.name] = .string(title) }
        return options
    }

    fileprivate static func tabBarController(
        _ identifier: String, _ title: String, _ profile: String, _ types: [String]
    ) -> Options {
        typealias Key = ManagerInterface.CreateTabBarControllerOption
        var options = restorable(identifier, title)
        if !profile.isEmpty { options.values[Key.profile.name] = .string(profile) }
        options.values[Key.types.name] = types.variant
        return options
    }
}
