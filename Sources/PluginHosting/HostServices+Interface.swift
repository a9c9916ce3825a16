internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// What each call of a host is.
extension HostServices {
    private typealias Operations = PluginOperations

    static let interface = Interface<HostServices>(Wire.description) {
        Wire.ready.answered { $0.onReady?() }
        Wire.failed.answered { (services, reason) in services.onFailed?(String(reason.prefix(1000))) }
        // That it was said is enough.
        Wire.waking.answered { _ in }
        Wire.questionBegins.answered { (services, controller, token) throws(DBusError) in
            try services.beginCallback(services.owned(controller), token)
        }
        Wire.questionIsOpen.answered { (services, controller, token) throws(DBusError) in
            services.endCallback(try services.owned(controller), token)
        }
        Wire.restorableStateChanged.answered { (services, controller, states) throws(DBusError) in
            try services.note(states, of: controller)
        }
        Operations.plain.map { $0.member }
        Wire.present.answered { (services, controller, presented, animated, popover) throws(DBusError) in
            try services.perform(Operations.present, of: controller, presented, animated, popover)
            services.holdUpdateCycle()
        }
        Wire.presentAlert.answered { (services, controller, alert, content) throws(DBusError) in
            let owner = try services.owned(controller)
            let isDeferred = services.defersCommands
            try services.command { (daemon) throws(DBusError) in
                do throws(DBusError) {
                    try daemon.presentAlert(alert, from: controller, content: content)
                } catch {
                    // The plugin was told that it will be presented.
                    if isDeferred { owner.alertAnswered(alert, action: .max, texts: []) }
                    throw error
                }
            }
        }
        Wire.setProperty.answered { (services, controller, name, value) throws(DBusError) in
            try services.perform(Operations.setProperty(name), of: controller, name, value)
        }
        Wire.setPopoverDelegate.answered { (services, controller, delegate) throws(DBusError) in
            if delegate != 0 { _ = try services.owned(delegate) }
            try services.perform(Operations.setPopoverDelegate, of: controller, delegate)
        }
        Wire.createViewController.answered { (services, type, identifier, arguments, creator) throws(DBusError) in
            try services.createViewController(type, identifier, arguments, by: creator)
        }
        Wire.createNavigationController.answered { (services, className, root, creator) throws(DBusError) in
            try services.requireOwn([root], in: services.daemon)
            return try services.create(by: creator) { () throws(DBusError) in
                try services.daemon.createNavigationController(className, root: root, for: services.plugin)
            }
        }
        Wire.instanceMade.answered { (services, controller) throws(DBusError) in
            try services.owned(controller).noteInstance()
        }
        Wire.destroyViewController.answered { (services, controller) throws(DBusError) in
            try services.destroyViewController(controller)
        }
        Wire.isReachableNavigationController.answered { (services, controller) in
            services.daemon.isNavigationController(controller, reachableBy: { services.isOwn($0) })
        }
        Wire.configurationValue.answered { (services, key) in
            services.daemon.configurationValue(key, of: services.plugin).map { [$0] } ?? []
        }
    }
}
