internal import CTabPlugin

/// Creation, containment and selection of view controllers.
@PluginActor
extension Host {
    struct Containers {
        let parent, navigationController, tabBarController, presentingViewController: UInt64
    }

    static func containers(of controller: UInt64) throws(PluginError) -> Containers {
        var result = tab_containers()
        try call { table, host, _ in table.containers?(host, controller, &result) }
        return Containers(
            parent: result.parent, navigationController: result.navigation_controller,
            tabBarController: result.tab_bar_controller,
            presentingViewController: result.presenting_view_controller)
    }

    /// Creates the host's side of a view controller of one of the plugin's classes.
    ///
    /// - Parameter identifier: The restoration identifier; empty for none. If it matches a restored view controller,
    ///   the new instance takes that view controller's number, place and state.
    /// - Returns: The number of the view controller.
    static func createViewController(
        _ name: String, identifiedBy identifier: String, _ arguments: [String: Value]
    ) throws(PluginError) -> UInt64 {
        var created: tab_controller = 0
        try call { table, host, arena in
            var value = arena.value(.options(arguments))
            let type = arena.string("." + name)
            guard !identifier.isEmpty else { return table.create_view_controller?(host, type, &value, &created) }
            return table.create_restorable_view_controller?(host, type, arena.string(identifier), &value, &created)
        }
        return created
    }

    static func restorationIdentifier(of controller: UInt64) throws(PluginError) -> String {
        try text { table, host, context in table.restoration_identifier?(host, controller, receiveText, context) }
    }

    /// Creates the host's side of a navigation controller, and returns its number.
    static func createNavigationController(_ name: String, root: UInt64) throws(PluginError) -> UInt64 {
        var created: tab_controller = 0
        try call { table, host, arena in
            table.create_navigation_controller?(host, arena.string(name), root, &created)
        }
        return created
    }

    /// Destroys the host's side after the current callback. The host logs a refusal.
    nonisolated static func destroyLater(_ controller: UInt64) {
        postIsolated { _ = try? call { table, host, _ in table.destroy_view_controller?(host, controller) } }
    }

    static func push(_ pushed: UInt64, from controller: UInt64, animated: Bool) throws(PluginError) {
        try call { table, host, _ in table.push?(host, controller, pushed, animated) }
    }

    static func pop(from controller: UInt64, animated: Bool) throws(PluginError) {
        try call { table, host, _ in table.pop?(host, controller, animated) }
    }

    /// Pops to a view controller of the stack.
    ///
    /// - Parameter target: The number of the view controller; 0 for the root.
    static func pop(to target: UInt64, from controller: UInt64, animated: Bool) throws(PluginError) {
        try call { table, host, _ in table.pop_to?(host, controller, target, animated) }
    }

    static func navigationStack(_ navigationController: UInt64) throws(PluginError) -> Value {
        try value { table, host, _, context in
            table.navigation_stack?(host, navigationController, receiveValue, context)
        }
    }

    static func isToolbarHidden(_ navigationController: UInt64) throws(PluginError) -> Bool {
        var isHidden = true
        try call { table, host, _ in table.toolbar_hidden?(host, navigationController, &isHidden) }
        return isHidden
    }

    static func setNavigationStack(
        _ numbers: [UInt64], of navigationController: UInt64, animated: Bool
    ) throws(PluginError) {
        try call { table, host, _ in
            numbers.withUnsafeBufferPointer { numbers in
                table.set_navigation_stack?(host, navigationController, numbers.baseAddress, numbers.count, animated)
            }
        }
    }

    static func setProperty(_ name: String, _ value: Value, of controller: UInt64) throws(PluginError) {
        try call { table, host, arena in
            table.set_property?(host, controller, arena.string(name), arena.pointer(to: value))
        }
    }

    static func select(_ controller: UInt64) throws(PluginError) {
        try call { table, host, _ in table.select?(host, controller) }
    }

    static func setViewControllers(
        _ numbers: [UInt64], of controller: UInt64, animated: Bool
    ) throws(PluginError) {
        try call { table, host, _ in
            numbers.withUnsafeBufferPointer { numbers in
                table.set_view_controllers?(host, controller, numbers.baseAddress, numbers.count, animated)
            }
        }
    }

    static func setSelectedIndex(_ index: Int64, of controller: UInt64) throws(PluginError) {
        try call { table, host, _ in table.set_selected_index?(host, controller, index) }
    }

    /// Selects a tab.
    ///
    /// - Parameter selected: The number of the tab; 0 for none.
    static func setSelectedViewController(_ selected: UInt64, of controller: UInt64) throws(PluginError) {
        try call { table, host, _ in table.set_selected_view_controller?(host, controller, selected) }
    }

    static func tabBarController(_ controller: UInt64) throws(PluginError) -> Value {
        try value { table, host, _, context in table.tab_bar_controller?(host, controller, receiveValue, context) }
    }
}

/// Views and bar items.
@PluginActor
extension Host {
    static func update(_ changed: [View], removed: [UInt32], of controller: UInt64) throws(PluginError) {
        try call { table, host, arena in
            let views = changed.map { $0.entry(in: arena) }
            return views.withUnsafeBufferPointer { views in
                removed.withUnsafeBufferPointer { removed in
                    table.update_views?(
                        host, controller, views.baseAddress, views.count, removed.baseAddress, removed.count)
                }
            }
        }
    }

    static func setTitle(_ title: String, of controller: UInt64) throws(PluginError) {
        try call { table, host, arena in table.set_title?(host, controller, arena.string(title)) }
    }

    /// Sends properties of a tab bar item.
    ///
    /// - Parameter isReplacement: Whether properties that are missing in `values` are reset to their defaults.
    static func setTabBarItem(
        _ values: [String: Value], isReplacement: Bool, of controller: UInt64
    ) throws(PluginError) {
        try call { table, host, arena in
            let list = values.map { tab_property(name: arena.string($0), value: arena.value($1)) }
            return table.set_tab_bar_item_values?(host, controller, arena.list(list), list.count, isReplacement)
        }
    }

    static func setNavigationItem(
        of controller: UInt64, _ item: (Arena) -> tab_navigation_item
    ) throws(PluginError) {
        try call { table, host, arena in
            var item = item(arena)
            return table.set_navigation_item?(host, controller, &item)
        }
    }

    static func setToolbarItems(
        of controller: UInt64, _ items: (Arena) -> [tab_bar_button_item]
    ) throws(PluginError) {
        try call { table, host, arena in
            items(arena).withUnsafeBufferPointer { items in
                table.set_toolbar_items?(host, controller, items.baseAddress, items.count)
            }
        }
    }
}

/// Presentations, delegates and replies.
@PluginActor
extension Host {
    static func present(_ presented: UInt64, from controller: UInt64, animated: Bool) throws(PluginError) {
        try call { table, host, _ in table.present?(host, controller, presented, animated, nil) }
    }

    static func presentAlert(_ alert: UInt64, from controller: UInt64, _ content: Value) throws(PluginError) {
        try call { table, host, arena in
            table.present_alert?(host, controller, alert, arena.pointer(to: content))
        }
    }

    static func dismiss(from controller: UInt64, animated: Bool) throws(PluginError) {
        try call { table, host, _ in table.dismiss?(host, controller, animated) }
    }

    static func popoverValue(_ name: String, of controller: UInt64) throws(PluginError) -> Value {
        try value { table, host, arena, context in
            table.popover_value?(host, controller, arena.string(name), receiveValue, context)
        }
    }

    static func setPopoverValue(_ name: String, _ value: Value, of controller: UInt64) throws(PluginError) {
        try call { table, host, arena in
            table.set_popover_value?(host, controller, arena.string(name), arena.pointer(to: value))
        }
    }

    /// Sets the delegate of a popover.
    ///
    /// - Parameter delegate: The number of the delegate; 0 removes the delegate.
    static func setPopoverDelegate(_ delegate: UInt64, of controller: UInt64) throws(PluginError) {
        try call { table, host, _ in table.set_popover_delegate?(host, controller, delegate) }
    }

    static func setTabBarDelegate(_ controller: UInt64, _ isDelegate: Bool) throws(PluginError) {
        try call { table, host, _ in
            table.set_delegate?(host, controller, TAB_DELEGATE_TAB_BAR_CONTROLLER, isDelegate)
        }
    }

    static func updateInteractiveTransition(_ progress: Double, of controller: UInt64) throws(PluginError) {
        try call { table, host, _ in table.update_interactive_transition?(host, controller, progress) }
    }

    static func endInteractiveTransition(of controller: UInt64, isFinished: Bool) throws(PluginError) {
        try call { table, host, _ in table.end_interactive_transition?(host, controller, isFinished) }
    }

    /// Sends the reply to a delegate's question.
    static func reply(to token: UInt64, _ answer: Value) throws(PluginError) {
        try call { table, host, arena in
            table.answer_question?(host, token, arena.pointer(to: answer))
        }
    }
}
