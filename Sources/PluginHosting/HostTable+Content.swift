internal import CTabPlugin
internal import DBusConnection
internal import DBusInterface
internal import TabInterface

private typealias Operations = PluginOperations

/// What a view controller shows.
func fillContent(_ table: inout tab_host_v1) {
    table.update_views = { host, controller, changed, changedCount, removed, removedCount in
        var fault: DBusError?
        let entries = UnsafeBufferPointer(list: changed, count: changedCount)?.compactMap { view in
            let entry = ViewEntry(view)
            if entry == nil, fault == nil {
                fault = .invalidArgument("view \(view.id) has a malformed text or value, or a property twice")
            }
            return entry
        }
        return perform(
            Operations.updateViews, host, controller, entries, numbers(removed, removedCount), unless: fault)
    }
    table.set_title = { host, controller, title in perform(Operations.setTitle, host, controller, String(title)) }
    table.set_tab_bar_item = { host, controller, item in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let item, let change = TabBarItemChange.wire(item.pointee) else { return TAB_ERROR_INVALID_ARGUMENT }
        return perform(Operations.setTabBarItem, host, controller, change)
    }
    table.set_tab_bar_item_values = { host, controller, values, count, replaces in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard var change = [String: Variant](values, count: count) else { return TAB_ERROR_INVALID_ARGUMENT }
        let fault = TabBarItemChange.fault(of: change)
        if replaces { change["Replacement"] = .bool(true) }
        return perform(Operations.setTabBarItem, host, controller, change, unless: fault)
    }
    table.set_navigation_item = { host, controller, item in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let item, let change = NavigationItemChange.wire(item.pointee) else { return TAB_ERROR_INVALID_ARGUMENT }
        return perform(Operations.setNavigationItem, host, controller, change)
    }
    table.set_toolbar_items = { host, controller, items, count in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let items = [BarButtonItemEntry](items, count) else { return TAB_ERROR_INVALID_ARGUMENT }
        return perform(Operations.setNavigationItem, host, controller, ["ToolbarItems": items.variant])
    }
}
