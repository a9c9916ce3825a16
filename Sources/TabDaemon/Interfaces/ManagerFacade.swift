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
struct ManagerFacade: EntryPoint {
    let context: Context
    let daemon: Daemon
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
        Contract.registerClasses.handledLater { (manager, promise, factory, classes, options) throws(DBusError) in
            guard PluginCaller.plugin(manager.caller) == nil else { return promise.succeed() }
            try manager.registerClasses(classes, of: factory, options, promise)
        }
        Contract.getViewController.handled { (manager, identifier) throws(DBusError) in
            guard !identifier.isEmpty, let id = manager.delivery.hierarchy.controller(identifiedBy: identifier) else {
                throw .invalidArgument(
                    "no view controller has RestorationIdentifier '\(identifier.prefix(200))'; "
                        + "expected that of a live view controller")
            }
            return id.path
        }
        Contract.getSummary.handledLater { (manager, promise, path, first, _) throws(DBusError) in
            let summary = try manager.summary(of: path, from: first)
            promise.pending.isImmediate = true
            promise.succeed(summary)
        }
        Contract.getObjects.handledLater { (manager, promise, path, count, _) throws(DBusError) in
            try manager.getObjects(after: path, count, promise)
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
        Contract.getLayout.handledLater { (manager, promise, _) throws(DBusError) in
            try manager.layouts.getLayout(for: manager.caller, promise)
        }
        Contract.applyLayout.handledLater { (manager, promise, text, options) throws(DBusError) in
            let isDryRun = options[Contract.ApplyLayoutOption.dryRun] ?? false
            try manager.layouts.applyLayout(text, dryRun: isDryRun, for: manager.caller, promise)
        }
        Contract.planLayout.handledLater { (manager, promise, text, _) throws(DBusError) in
            try manager.layouts.applyLayout(text, dryRun: true, for: manager.caller, promise)
        }
        Contract.checkLayout.handledLater { (manager, promise, text, _) throws(DBusError) in
            try manager.layouts.checkLayout(text, for: manager.caller, promise)
        }
        Contract.addImage.handled { (manager, data, _) throws(DBusError) in
            let holder = PluginCaller.plugin(manager.caller) ?? manager.caller
            return try manager.images.library.add(data, for: holder)
        }
        Contract.getImage.handledLater { (manager, promise, name) throws(DBusError) in
            let descriptor = try manager.images.library.descriptor(ofImageNamed: name)
            promise.pending.isImmediate = true
            promise.succeed(descriptor)
        }
        Contract.getImageData.handledLater { (manager, promise, name, offset) throws(DBusError) in
            let data = try manager.images.library.data(ofImageNamed: name, from: offset)
            promise.pending.isImmediate = true
            promise.succeed(data)
        }
        Contract.getImageInfo.handledLater { (manager, promise, name) throws(DBusError) in
            let image = try manager.images.library.image(named: name)
            promise.pending.isImmediate = true
            promise.succeed(image.format.mediaType, UInt64(image.data.count))
        }
        Contract.getViewClasses.handled { _ in ViewClassDocument.text }
        Contract.restart.handled { (manager, _) throws(DBusError) in try manager.daemon.onRestart?() }
        Contract.reloadConfiguration.handledLater { (manager, promise, _) throws(DBusError) in
            try manager.daemon.configurationReloads.request {
                promise.succeed($0.path, $0.warnings.map(\.onOneLine))
            }
        }
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
                "hidden-tabs", "lazy-tabs", "layout-findings", "layout-by-content", "view-classes", "accessibility",
                "menus",
                "text-revisions", "table-changes", "contrast", "images", "object-pieces",
                "class-owners",
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
        Contract.viewControllerTypes.reading(
            { manager in (manager.pluginTypes + manager.instances.classes.announced.list).sorted() },
            changingWith: { manager in
                var hasher = Hasher()
                hasher.combine(manager.pluginTypes)
                hasher.combine(manager.instances.classes.announced.revision)
                return UInt64(bitPattern: Int64(hasher.finalize()))
            })
    }

    private var pluginTypes: [String] { (plugins.registry?.plugins ?? []).flatMap(\.types) }

    /// The value of `Usage`: the use and limit of each quota.
    private var usage: [String: Usage] {
        func usage(_ used: Int, _ limit: Int) -> Usage { Usage(UInt64(clamping: used), UInt64(clamping: limit)) }
        let (limits, total) = (quotas.limits, quotas.totalAccount)
        return [
            "Attachments": usage(windows.count, limits.attachments.total),
            "Calls": usage(bus.waitingCalls, limits.calls.total),
            "Classes": usage(instances.classes.count, limits.classes.total),
            "Connections": usage(privateConnections.count, limits.connections.total),
            "Content": usage(total.content, limits.content.total),
            "Delegates": usage(delegates.count, limits.delegates.total),
            "ImageContent": usage(images.library.content, limits.imageContent.total),
            "Images": usage(images.library.count, limits.images.total),
            "Subscriptions": usage(quotas.subscribers.count, limits.subscriptions.total),
            "ViewControllers": usage(total.viewControllers, limits.viewControllers.total),
        ]
    }

    // MARK: Destruction

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
