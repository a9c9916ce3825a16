internal import CTabPlugin
internal import DBusConnection
internal import DBusInterface

/// The property that a plugin may set of every navigation controller whose stack it may change.
let navigationProperty = "ToolbarHidden"

/// Where view controllers are, and how they get there.
func fillContainers(_ table: inout tab_host_v1) {
    table.create_view_controller = { host, type, arguments, created in
        create(host, type, tab_string(), arguments, created)
    }
    table.create_restorable_view_controller = { host, type, identifier, arguments, created in
        create(host, type, identifier, arguments, created)
    }
    table.restoration_identifier = { host, controller, receive, context in
        let context = Borrowed(context)
        return ask(host, controller) { daemon throws(DBusError) in
            give(try daemon.restorationIdentifier(of: controller), to: receive, context.pointer)
        }
    }
    table.create_navigation_controller = { host, className, root, created in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let className = String(className), let created else { return TAB_ERROR_INVALID_ARGUMENT }
        var number: UInt64 = 0
        let status = enter(host) { plugin in
            guard let daemon = plugin.host else { return TAB_ERROR_NOT_FOUND }
            return plugin.refusable("a navigation controller for \(root)") { () throws(DBusError) in
                try plugin.requireOwn([root], in: daemon)
                number = try daemon.createNavigationController(className, root: root, for: plugin.id)
                plugin.created.insert(number)
            }
        }
        created.pointee = number
        return status
    }
    table.destroy_view_controller = { host, controller in
        enter(host) { plugin in
            guard plugin.created.remove(controller) != nil, let daemon = plugin.host else {
                return TAB_ERROR_NOT_FOUND
            }
            return plugin.refusable("view controller \(controller)") { () throws(DBusError) in
                try daemon.destroyViewController(controller)
            }
        }
    }
    table.containers = { host, controller, result in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let result = result.map(Borrowed.init) else { return TAB_ERROR_INVALID_ARGUMENT }
        return ask(host, controller) { daemon throws(DBusError) in
            let containers = daemon.containers(of: controller)
            result.pointer.pointee = tab_containers(
                parent: containers.parent, navigation_controller: containers.navigationController,
                tab_bar_controller: containers.tabBarController,
                presenting_view_controller: containers.presentingViewController)
        }
    }
    table.push = { host, controller, pushed, animated in
        askNavigation(host, controller, moving: [pushed]) { daemon throws(DBusError) in
            try daemon.push(pushed, from: controller, animated: animated)
        }
    }
    table.pop = { host, controller, animated in
        askNavigation(host, controller) { daemon throws(DBusError) in
            try daemon.pop(from: controller, animated: animated)
        }
    }
    table.pop_to = { host, controller, target, animated in
        askNavigation(host, controller) { daemon throws(DBusError) in
            try daemon.pop(to: target, from: controller, animated: animated)
        }
    }
    table.navigation_stack = { host, controller, receive, context in
        let context = Borrowed(context)
        return askNavigation(host, controller) { daemon throws(DBusError) in
            give(try daemon.navigationStack(of: controller).variant, to: receive, context.pointer)
        }
    }
    table.set_navigation_stack = { host, controller, controllers, count, animated in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let list = UnsafeBufferPointer(list: controllers, count: count).map({ Array($0) }) else {
            return TAB_ERROR_INVALID_ARGUMENT
        }
        return askNavigation(host, controller, moving: list) { daemon throws(DBusError) in
            try daemon.setNavigationStack(list, of: controller, animated: animated)
        }
    }
    table.set_property = { host, controller, name, value in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let name = String(name) else { return TAB_ERROR_INVALID_ARGUMENT }
        guard let value = Variant(value) else { return TAB_ERROR_INVALID_ARGS }
        guard name != navigationProperty else {
            return askNavigation(host, controller) { daemon throws(DBusError) in
                try daemon.setProperty(name, to: value, of: controller, isCreating: false)
            }
        }
        return set(host, controller) { daemon, isCreating throws(DBusError) in
            try daemon.setProperty(name, to: value, of: controller, isCreating: isCreating)
        }
    }
    table.toolbar_hidden = { host, controller, isHidden in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let isHidden = isHidden.map(Borrowed.init) else { return TAB_ERROR_INVALID_ARGUMENT }
        return askNavigation(host, controller) { daemon throws(DBusError) in
            isHidden.pointer.pointee = try daemon.isToolbarHidden(of: controller)
        }
    }
    table.select = { host, controller in
        ask(host, controller) { daemon throws(DBusError) in try daemon.select(controller) }
    }
    table.set_view_controllers = { host, controller, controllers, count, animated in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let list = UnsafeBufferPointer(list: controllers, count: count).map({ Array($0) }) else {
            return TAB_ERROR_INVALID_ARGUMENT
        }
        let present: @EventLoop (any ContentHost) throws(DBusError) -> [UInt64] = { (daemon) throws(DBusError) in
            try daemon.viewControllers(around: controller)
        }
        return ask(host, controller, moving: list, unlessIn: present, asTabs: true) { daemon throws(DBusError) in
            try daemon.setViewControllers(list, of: controller, animated: animated)
        }
    }
    table.set_selected_view_controller = { host, controller, selected in
        ask(host, controller) { daemon throws(DBusError) in
            try daemon.setSelectedViewController(selected, of: controller)
        }
    }
    table.set_selected_index = { host, controller, index in
        ask(host, controller) { daemon throws(DBusError) in try daemon.setSelectedIndex(index, of: controller) }
    }
    table.tab_bar_controller = { host, controller, receive, context in
        let context = Borrowed(context)
        return ask(host, controller) { daemon throws(DBusError) in
            give(try daemon.tabBarController(of: controller).variant, to: receive, context.pointer)
        }
    }
}

private func create(
    _ host: UnsafePointer<tab_host_v1>?, _ type: tab_string, _ identifier: tab_string,
    _ arguments: UnsafePointer<tab_value>?, _ created: UnsafeMutablePointer<UInt64>?
) -> tab_status {
    guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
    guard let type = String(type), let identifier = String(identifier), let created else {
        return TAB_ERROR_INVALID_ARGUMENT
    }
    var options: [String: Variant] = [:]
    if let arguments {
        guard let given: [String: Variant] = Variant(arguments)?.get() else { return TAB_ERROR_INVALID_ARGS }
        options = given
    }
    var number: UInt64 = 0
    let status = enter(host) { plugin in
        guard let daemon = plugin.host else { return TAB_ERROR_NOT_FOUND }
        return plugin.refusable("type '\(type.prefix(100))'") { () throws(DBusError) in
            number = try daemon.createViewController(
                type, arguments: options, restorationIdentifier: identifier, for: plugin.id)
            plugin.created.insert(number)
        }
    }
    created.pointee = number
    return status
}
