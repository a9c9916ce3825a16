internal import CTabPlugin
internal import DBusInterface
internal import EventLoop
internal import TabInterface

private typealias Operations = PluginOperations

/// Fills in the functions for containers.
func fillContainers(_ table: inout tab_host_v1) {
    table.create_view_controller = { host, type, arguments, created in
        create(host, type, tab_string(), arguments, created)
    }
    table.create_restorable_view_controller = { host, type, identifier, arguments, created in
        create(host, type, identifier, arguments, created)
    }
    table.restoration_identifier = { host, controller, receive, context in
        runQuery(Operations.restorationIdentifier, host, controller) { pass($0, to: receive, context) }
    }
    table.create_navigation_controller = { host, className, root, created in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let className = String(className) else { return TAB_ERROR_INVALID_ARGUMENT }
        let root = ViewControllerID(root)
        return create(host, created, "a navigation controller for \(root)") { plugin, daemon throws(DBusError) in
            try plugin.requireOwn([root], in: daemon)
            return try daemon.createNavigationController(className, root: root, for: plugin.id)
        }
    }
    table.destroy_view_controller = { host, controller in
        enter(host) { plugin in
            let controller = ViewControllerID(controller)
            guard plugin.created.remove(controller) != nil, let daemon = plugin.services else {
                return TAB_ERROR_NOT_FOUND
            }
            return plugin.refusable("view controller \(controller)") { () throws(DBusError) in
                try daemon.destroyViewController(controller)
            }
        }
    }
    table.containers = { host, controller, result in
        runQuery(Operations.containers, host, controller, into: result) {
            guard $0.count == 4 else { return nil }
            return tab_containers(
                parent: $0[0].number, navigation_controller: $0[1].number, tab_bar_controller: $0[2].number,
                presenting_view_controller: $0[3].number)
        }
    }
    table.push = { host, controller, pushed, animated in
        runCommand(Operations.push, host, controller, ViewControllerID(pushed), animated)
    }
    table.pop = { host, controller, animated in runCommand(Operations.pop, host, controller, animated) }
    table.pop_to = { host, controller, target, animated in
        runCommand(Operations.popTo, host, controller, ViewControllerID?(number: target), animated)
    }
    table.navigation_stack = { host, controller, receive, context in
        runQuery(Operations.navigationStack, host, controller) { pass($0.variant, to: receive, context) }
    }
    table.set_navigation_stack = { host, controller, controllers, count, animated in
        runCommand(Operations.setNavigationStack, host, controller, viewControllers(controllers, count), animated)
    }
    table.set_property = { host, controller, name, value in
        let name = String(name)
        return runCommand(Operations.property(name ?? ""), host, controller, name, Variant(value))
    }
    table.toolbar_hidden = { host, controller, isHidden in
        runQuery(Operations.isToolbarHidden, host, controller, into: isHidden) { $0 }
    }
    table.select = { host, controller in runCommand(Operations.select, host, controller) }
    table.set_view_controllers = { host, controller, controllers, count, animated in
        runCommand(Operations.setViewControllers, host, controller, viewControllers(controllers, count), animated)
    }
    table.set_selected_view_controller = { host, controller, selected in
        runCommand(Operations.setSelectedViewController, host, controller, ViewControllerID?(number: selected))
    }
    table.set_selected_index = { host, controller, index in
        runCommand(Operations.setSelectedIndex, host, controller, index)
    }
    table.tab_bar_controller = { host, controller, receive, context in
        runQuery(Operations.tabBarProperties, host, controller) { pass($0.variant, to: receive, context) }
    }
}

/// Fills in the functions for presentations and delegates.
func fillPresentations(_ table: inout tab_host_v1) {
    table.present = { host, controller, presented, animated, popover in
        runCommand(Operations.present, host, controller, ViewControllerID(presented), animated, options(popover))
    }
    table.present_alert = { host, controller, alert, content in
        let content: [String: Variant]? = Variant(content)?.get()
        return runCommand(Operations.presentAlert, host, controller, alert, content)
    }
    table.dismiss = { host, controller, animated in runCommand(Operations.dismiss, host, controller, animated) }
    table.popover_value = { host, controller, name, receive, context in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let name = String(name) else { return TAB_ERROR_INVALID_ARGUMENT }
        return runQuery(Operations.popoverProperty, host, controller, name) { pass($0, to: receive, context) }
    }
    table.set_popover_value = { host, controller, name, value in
        runCommand(Operations.setPopoverProperty, host, controller, String(name), Variant(value))
    }
    fillDelegates(&table)
}

private func fillDelegates(_ table: inout tab_host_v1) {
    table.set_delegate = { host, controller, kind, isDelegate in
        switch kind {
        case TAB_DELEGATE_TAB_BAR_CONTROLLER: runCommand(Operations.setTabBarDelegate, host, controller, isDelegate)
        case TAB_DELEGATE_POPOVER_PRESENTATION_CONTROLLER:
            runCommand(Operations.setPopoverDelegate, host, controller, isDelegate ? ViewControllerID(controller) : nil)
        default:
            runCommand(
                Operations.setTabBarDelegate, host, controller, isDelegate,
                unless: .notSupported("a delegate of kind \(kind.rawValue)"))
        }
    }
    table.set_popover_delegate = { host, controller, delegate in
        let delegate = ViewControllerID?(number: delegate)
        let isOwn = enter(host) { delegate.map($0.owns) ?? true ? TAB_OK : TAB_ERROR_NOT_FOUND }
        guard isOwn == TAB_OK else { return isOwn }
        return runCommand(Operations.setPopoverDelegate, host, controller, delegate)
    }
    table.update_interactive_transition = { host, controller, progress in
        runCommand(Operations.updateInteractiveTransition, host, controller, progress)
    }
    table.end_interactive_transition = { host, controller, isFinished in
        runCommand(Operations.endInteractiveTransition, host, controller, isFinished)
    }
    table.answer_question = { host, token, answer in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let answer = Variant(answer) else { return TAB_ERROR_INVALID_ARGS }
        return enter(host) { plugin in
            guard let completion = plugin.questions.removeValue(forKey: token) else { return TAB_ERROR_NOT_FOUND }
            completion(answer)
            return TAB_OK
        }
    }
}

private func create(
    _ host: UnsafePointer<tab_host_v1>?, _ type: tab_string, _ identifier: tab_string,
    _ arguments: UnsafePointer<tab_value>?, _ created: UnsafeMutablePointer<UInt64>?
) -> tab_status {
    guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
    guard let type = String(type), let identifier = String(identifier), created != nil else {
        return TAB_ERROR_INVALID_ARGUMENT
    }
    guard let arguments = options(arguments) else { return TAB_ERROR_INVALID_ARGS }
    return create(host, created, "type '\(type.prefix(100))'") { plugin, daemon throws(DBusError) in
        try daemon.createViewController(
            type, arguments: arguments, restorationIdentifier: identifier, for: plugin.id)
    }
}

/// Has the daemon create a view controller, which the plugin may move and destroy.
private func create(
    _ host: UnsafePointer<tab_host_v1>?, _ created: UnsafeMutablePointer<UInt64>?, _ subject: String,
    _ body: @EventLoop (LoadedPlugin, any PluginServices) throws(DBusError) -> ViewControllerID
) -> tab_status {
    guard let created else { return TAB_ERROR_INVALID_ARGUMENT }
    var id: ViewControllerID?
    let status = enter(host) { plugin in
        guard let daemon = plugin.services else { return TAB_ERROR_NOT_FOUND }
        return plugin.refusable(subject) { () throws(DBusError) in
            let new = try body(plugin, daemon)
            plugin.created.insert(new)
            id = new
        }
    }
    created.pointee = id.number
    return status
}
