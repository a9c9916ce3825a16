internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// What each call of a host is.
extension HostServices {
    static let interface = Interface<HostServices, LibDBus>(Wire.description) {
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
        Wire.updateViews.answered { (services, controller, changed, removed) throws(DBusError) in
            try services.change(controller) { (daemon) throws(DBusError) in
                try daemon.updateViews(changed: changed, removed: removed, of: controller)
            }
        }
        Wire.setTitle.answered { (services, controller, title) throws(DBusError) in
            try services.set(controller) { (daemon, isCreating) throws(DBusError) in
                try daemon.setTitle(title, of: controller, isCreating: isCreating)
            }
        }
        Wire.setTabBarItem.answered { (services, controller, change) throws(DBusError) in
            try services.set(controller) { (daemon, isCreating) throws(DBusError) in
                try daemon.setTabBarItem(TabBarItemChange(wire: change), of: controller, isCreating: isCreating)
            }
        }
        Wire.setNavigationItem.answered { (services, controller, change) throws(DBusError) in
            try services.set(controller) { (daemon, isCreating) throws(DBusError) in
                try daemon.setNavigationItem(
                    NavigationItemChange(wire: change), of: controller, isCreating: isCreating)
            }
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
        Wire.containers.answered { (services, controller) throws(DBusError) in
            _ = try services.owned(controller)
            let containers = services.daemon.containers(of: controller)
            return [
                containers.parent, containers.navigationController, containers.tabBarController,
                containers.presentingViewController,
            ]
        }
        Wire.isReachableNavigationController.answered { (services, controller) in
            services.daemon.isNavigationController(controller, reachableBy: { services.isOwn($0) })
        }
        Wire.navigationStack.answered { (services, controller) throws(DBusError) in
            try services.navigable(controller)
            return try services.daemon.navigationStack(of: controller)
        }
        Wire.isToolbarHidden.answered { (services, controller) throws(DBusError) in
            try services.navigable(controller)
            return try services.daemon.isToolbarHidden(of: controller)
        }
        Wire.setNavigationStack.answered { (services, controller, stack, animated) throws(DBusError) in
            try services.navigable(controller)
            try services.requireOwn(stack, in: services.daemon) { () throws(DBusError) in
                try services.daemon.navigationStack(of: controller)
            }
            try services.navigate(controller) { (daemon) throws(DBusError) in
                try daemon.setNavigationStack(stack, of: controller, animated: animated)
            }
        }
        Wire.push.answered { (services, controller, pushed, animated) throws(DBusError) in
            try services.requireOwn([pushed], in: services.daemon)
            try services.navigate(controller) { (daemon) throws(DBusError) in
                try daemon.push(pushed, from: controller, animated: animated)
            }
        }
        Wire.pop.answered { (services, controller, animated) throws(DBusError) in
            try services.navigate(controller) { (daemon) throws(DBusError) in
                try daemon.pop(from: controller, animated: animated)
            }
        }
        Wire.popTo.answered { (services, controller, target, animated) throws(DBusError) in
            try services.navigate(controller) { (daemon) throws(DBusError) in
                try daemon.pop(to: target, from: controller, animated: animated)
            }
        }
        Wire.present.answered { (services, controller, presented, animated, popover) throws(DBusError) in
            try services.present(controller, presented, animated: animated, popover: popover)
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
        Wire.dismiss.answered { (services, controller, animated) throws(DBusError) in
            try services.command(controller) { (daemon) throws(DBusError) in
                try daemon.dismiss(from: controller, animated: animated)
            }
        }
        Wire.setProperty.answered { (services, controller, name, value) throws(DBusError) in
            guard name != navigationProperty else {
                return try services.navigate(controller) { (daemon) throws(DBusError) in
                    try daemon.setProperty(name, to: value, of: controller, isCreating: false)
                }
            }
            try services.set(controller) { (daemon, isCreating) throws(DBusError) in
                try daemon.setProperty(name, to: value, of: controller, isCreating: isCreating)
            }
        }
        Wire.restorationIdentifier.answered { (services, controller) throws(DBusError) in
            _ = try services.owned(controller)
            return try services.daemon.restorationIdentifier(of: controller)
        }
        Wire.select.answered { (services, controller) throws(DBusError) in
            try services.command(controller) { (daemon) throws(DBusError) in try daemon.select(controller) }
        }
        Wire.setViewControllers.answered { (services, controller, list, animated) throws(DBusError) in
            _ = try services.owned(controller)
            try services.requireOwn(list, in: services.daemon, asTabs: true) { () throws(DBusError) in
                try services.daemon.viewControllers(around: controller)
            }
            try services.command(controller) { (daemon) throws(DBusError) in
                try daemon.setViewControllers(list, of: controller, animated: animated)
            }
        }
        Wire.setSelectedIndex.answered { (services, controller, index) throws(DBusError) in
            try services.command(controller) { (daemon) throws(DBusError) in
                try daemon.setSelectedIndex(index, of: controller)
            }
        }
        Wire.setSelectedViewController.answered { (services, controller, selected) throws(DBusError) in
            try services.command(controller) { (daemon) throws(DBusError) in
                try daemon.setSelectedViewController(selected, of: controller)
            }
        }
        Wire.tabBarController.answered { (services, controller) throws(DBusError) in
            _ = try services.owned(controller)
            return try services.daemon.tabBarController(of: controller)
        }
        Wire.setTabBarDelegate.answered { (services, controller, isDelegate) throws(DBusError) in
            try services.change(controller) { (daemon) throws(DBusError) in
                try daemon.setTabBarDelegate(controller, isDelegate)
            }
        }
        Wire.setPopoverProperty.answered { (services, controller, name, value) throws(DBusError) in
            try services.change(controller) { (daemon) throws(DBusError) in
                try daemon.setPopoverProperty(name, to: value, of: controller)
            }
        }
        Wire.popoverProperty.answered { (services, controller, name) throws(DBusError) in
            _ = try services.owned(controller)
            return try services.daemon.popoverProperty(name, of: controller)
        }
        Wire.setPopoverDelegate.answered { (services, controller, delegate) throws(DBusError) in
            if delegate != 0 { _ = try services.owned(delegate) }
            try services.change(controller) { (daemon) throws(DBusError) in
                try daemon.setPopoverDelegate(delegate, of: controller)
            }
        }
        Wire.updateInteractiveTransition.answered { (services, controller, progress) throws(DBusError) in
            try services.change(controller) { (daemon) throws(DBusError) in
                try daemon.updateInteractiveTransition(progress, of: controller)
            }
        }
        Wire.endInteractiveTransition.answered { (services, controller, isFinished) throws(DBusError) in
            try services.change(controller) { (daemon) throws(DBusError) in
                try daemon.endInteractiveTransition(of: controller, isFinished: isFinished)
            }
        }
        Wire.configurationValue.answered { (services, key) in
            services.daemon.configurationValue(key, of: services.plugin).map { [$0] } ?? []
        }
        Wire.colorScheme.answered { (services, controller) throws(DBusError) in
            try services.colorScheme(of: controller)
        }
    }
}
