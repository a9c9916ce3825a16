internal import CTabPlugin
internal import DBusInterface
internal import EventLoop
internal import TabInterface

private typealias Controller = ViewControllerInterface
private typealias Tabs = TabBarControllerInterface
private typealias Navigation = NavigationControllerInterface
private typealias Popover = PopoverPresentationControllerInterface

/// Fills in the functions for containers.
func fillContainers(_ table: inout tab_host_v1) {
    table.create_view_controller = { host, type, arguments, created in
        create(host, type, tab_string(), arguments, created)
    }
    table.create_restorable_view_controller = { host, type, identifier, arguments, created in
        create(host, type, identifier, arguments, created)
    }
    table.restoration_identifier = { host, controller, receive, context in
        call(host, controller) {
            pass(try $0.value(of: Controller.restorationIdentifier, at: $0.path), to: receive, context)
        }
    }
    table.create_navigation_controller = { host, className, root, created in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let className = String(className) else { return TAB_ERROR_INVALID_ARGUMENT }
        let root = ViewControllerID(root)
        return create(host, created, "a navigation controller for \(root)") { contract throws(DBusError) in
            try contract.create(".\(className)", root: root.path, arguments: [:], restorationIdentifier: "")
        }
    }
    table.destroy_view_controller = { host, controller in
        callReachable(host, controller) { call in
            guard EventLoop.assumeIsolated({ call.plugin.created.remove(call.id) }) != nil else {
                throw DBusError.unknownObject("it was not created by the plugin")
            }
            try call.run(ManagerInterface.destroy, at: TabNames.root, call.path, [:])
        }
    }
    table.containers = { host, controller, result in
        call(host, controller) { call in
            let result = try wellFormed(result)
            let values = (try? call.call(PropertiesInterface.getAll, at: call.path, Controller.name)) ?? [:]
            func number(_ property: Property<ObjectPath>) -> UInt64 {
                TabNames.viewController(of: values[property.name]?.get() ?? .none).number
            }
            result.pointee = tab_containers(
                parent: number(Controller.parent), navigation_controller: number(Controller.navigationController),
                tab_bar_controller: number(Controller.tabBarController),
                presenting_view_controller: number(Controller.presentingViewController))
        }
    }
    fillNavigation(&table)
    fillTabs(&table)
}

private func fillNavigation(_ table: inout tab_host_v1) {
    table.push = { host, controller, pushed, animated in
        callReachable(host, controller) {
            try $0.run(Navigation.push, at: $0.navigationController(), ViewControllerID(pushed).path, animated, [:])
        }
    }
    table.pop = { host, controller, animated in
        callReachable(host, controller) { try $0.run(Navigation.pop, at: $0.navigationController(), animated, [:]) }
    }
    table.pop_to = { host, controller, target, animated in
        callReachable(host, controller) { call in
            let navigation = try call.navigationController()
            if let target = ViewControllerID?(number: target) {
                try call.run(Navigation.popTo, at: navigation, target.path, animated, [:])
            } else {
                try call.run(Navigation.popToRoot, at: navigation, animated, [:])
            }
        }
    }
    table.navigation_stack = { host, controller, receive, context in
        callReachable(host, controller) {
            let stack = try $0.value(of: Navigation.viewControllers, at: $0.navigationController())
            pass(stack.numbers.variant, to: receive, context)
        }
    }
    table.set_navigation_stack = { host, controller, controllers, count, animated in
        callReachable(host, controller) {
            let stack = try wellFormed(paths(controllers, count))
            try $0.run(Navigation.setViewControllers, at: $0.navigationController(), stack, animated, [:])
        }
    }
    table.toolbar_hidden = { host, controller, isHidden in
        callReachable(host, controller) {
            let result = try wellFormed(isHidden)
            result.pointee = try $0.value(of: Navigation.toolbarHidden, at: $0.navigationController())
        }
    }
}

private func fillTabs(_ table: inout tab_host_v1) {
    table.select = { host, controller in
        call(host, controller) { try $0.run(Controller.select, at: $0.path, [:]) }
    }
    table.set_view_controllers = { host, controller, controllers, count, animated in
        call(host, controller) {
            let list = try wellFormed(paths(controllers, count))
            try $0.run(Tabs.setViewControllers, at: $0.tabBarController(), list, animated, [:])
        }
    }
    table.set_selected_view_controller = { host, controller, selected in
        call(host, controller) {
            let selected = ViewControllerID?(number: selected)
            try $0.set(Tabs.selectedViewController, at: $0.tabBarController(), to: selected.path)
        }
    }
    table.set_selected_index = { host, controller, index in
        call(host, controller) { try $0.set(Tabs.selectedIndex, at: $0.tabBarController(), to: index) }
    }
    table.tab_bar_controller = { host, controller, receive, context in
        call(host, controller) { call in
            let values = try call.call(PropertiesInterface.getAll, at: call.tabBarController(), Tabs.name)
            let names = [
                Tabs.viewControllers.name, Tabs.selectedIndex.name, Tabs.selectedViewController.name,
                Tabs.customizableViewControllers.name, Tabs.moreNavigationController.name, Tabs.customizing.name,
                Tabs.tabBarHidden.name,
            ]
            pass(values.filter { names.contains($0.key) }.mapValues(\.withNumbers).variant, to: receive, context)
        }
    }
}

/// Fills in the functions for presentations and delegates.
func fillPresentations(_ table: inout tab_host_v1) {
    table.present = { host, controller, presented, animated, popover in
        call(host, controller) { call in
            typealias Option = Controller.PresentationOption
            var given: Options = [Option.animated.name: .bool(animated)]
            let popover = try wellFormed(options(popover))
            if !popover.isEmpty { given.values[Option.popover.name] = try popover.withViewReferences().variant }
            try call.run(Controller.present, at: call.path, ViewControllerID(presented).path, given)
        }
    }
    table.present_alert = { host, controller, alert, content in
        call(host, controller) { call in
            typealias Option = Controller.AlertOption
            var content = try wellFormed(Variant(content)?.get(as: [String: Variant].self))
            func takeText(_ name: String) throws(DBusError) -> String {
                try content.removeValue(forKey: name).map { (value) throws(DBusError) in try typed(value, name) } ?? ""
            }
            let (style, title, message) = (try takeText("Style"), try takeText("Title"), try takeText("Message"))
            if let popover: [String: Variant] = content[Option.popover.name]?.get() {
                content[Option.popover.name] = try popover.withViewReferences().variant
            }
            content[Option.token.name] = .uint64(alert)
            try call.run(Controller.presentAlert, at: call.path, style, title, message, Options(content))
        }
    }
    table.dismiss = { host, controller, animated in
        call(host, controller) { try $0.run(Controller.dismissViewController, at: $0.path, animated, [:]) }
    }
    table.popover_value = { host, controller, name, receive, context in
        call(host, controller) { call in
            let name = try wellFormed(String(name))
            let value = try call.call(PropertiesInterface.get, at: call.popover(), Popover.name, name)
            pass(viewReferences.contains(name) ? value.withNumbers : value, to: receive, context)
        }
    }
    table.set_popover_value = { host, controller, name, value in
        call(host, controller) { call in
            let name = try wellFormed(String(name))
            let values = try [name: try wellFormed(Variant(value))].withViewReferences()
            guard let value = values[name] else { return }
            do throws(DBusError) {
                try call.run(PropertiesInterface.set, at: call.popover(), Popover.name, name, value)
            } catch {
                guard error.name == DBusError.Name.propertyReadOnly else { throw error }
                throw DBusError.invalidArgument(error.message)
            }
        }
    }
    fillDelegates(&table)
}

private func fillDelegates(_ table: inout tab_host_v1) {
    table.set_delegate = { host, controller, kind, isDelegate in
        switch kind {
        case TAB_DELEGATE_TAB_BAR_CONTROLLER:
            call(host, controller) { call in
                let tabs = try call.tabBarController()
                let isOneNow = try call.value(of: Tabs.delegate, at: tabs).path == call.path
                guard isDelegate != isOneNow else { return }
                if isDelegate { return try call.run(Tabs.setDelegate, at: tabs, call.path, [:]) }
                try call.run(Tabs.clearDelegate, at: tabs, [:])
            }
        case TAB_DELEGATE_POPOVER_PRESENTATION_CONTROLLER:
            call(host, controller) { try setPopoverDelegate(isDelegate ? $0.path : nil, $0) }
        default: call(host, controller) { _ in throw DBusError.notSupported("a delegate of kind \(kind.rawValue)") }
        }
    }
    table.set_popover_delegate = { host, controller, delegate in
        call(host, controller) { call in
            let delegate = ViewControllerID?(number: delegate)
            let isOwn = EventLoop.assumeIsolated { delegate.map { call.plugin.owns($0) } ?? true }
            guard isOwn else {
                throw DBusError.unknownObject("the delegate \(delegate.number) does not belong to the plugin")
            }
            try setPopoverDelegate(delegate?.path, call)
        }
    }
    table.update_interactive_transition = { host, controller, progress in
        call(host, controller) {
            try $0.run(Tabs.updateInteractiveTransition, at: $0.tabBarController(), progress, [:])
        }
    }
    table.end_interactive_transition = { host, controller, isFinished in
        call(host, controller) {
            try $0.run(
                isFinished ? Tabs.finishInteractiveTransition : Tabs.cancelInteractiveTransition,
                at: $0.tabBarController(), [:])
        }
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

private func setPopoverDelegate(_ delegate: ObjectPath?, _ call: ControllerCall) throws(DBusError) {
    if let delegate {
        try call.run(Popover.setDelegate, at: call.popover(), delegate, [:])
    } else {
        try call.run(Popover.clearDelegate, at: call.popover(), [:])
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
    return create(host, created, "type '\(type.prefix(100))'") { contract throws(DBusError) in
        try contract.create(type, root: nil, arguments: arguments, restorationIdentifier: identifier)
    }
}

/// Has the daemon create a view controller, which the plugin may move and destroy.
private func create(
    _ host: UnsafePointer<tab_host_v1>?, _ created: UnsafeMutablePointer<UInt64>?, _ subject: String,
    _ body: @EventLoop (any PluginContract) throws(DBusError) -> ViewControllerID
) -> tab_status {
    guard let created else { return TAB_ERROR_INVALID_ARGUMENT }
    var id: ViewControllerID?
    let status = enter(host) { plugin in
        guard let contract = plugin.contract else { return TAB_ERROR_NOT_FOUND }
        do throws(DBusError) {
            let new = try body(contract)
            plugin.created.insert(new)
            id = new
            return TAB_OK
        } catch {
            return plugin.refused(subject, error)
        }
    }
    created.pointee = id.number
    return status
}
