internal import CTabPlugin
internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// What a view controller shows.
func fillContent(_ table: inout tab_host_v1) {
    table.update_views = { host, controller, changed, changedCount, removed, removedCount in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let views = UnsafeBufferPointer(list: changed, count: changedCount).map(Borrowed.init),
            let removed = UnsafeBufferPointer(list: removed, count: removedCount).map({ Array($0) })
        else { return TAB_ERROR_INVALID_ARGUMENT }
        return ask(host, controller) { daemon throws(DBusError) in
            var entries: [ViewEntry] = []
            for view in views.pointer {
                guard let entry = ViewEntry(view) else {
                    throw .invalidArgument("view \(view.id) has a malformed text or value, or a property twice")
                }
                entries.append(entry)
            }
            try daemon.updateViews(changed: entries, removed: removed, of: controller)
        }
    }
    table.set_title = { host, controller, title in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let title = String(title) else { return TAB_ERROR_INVALID_ARGUMENT }
        return set(host, controller) { daemon, isCreating throws(DBusError) in
            try daemon.setTitle(title, of: controller, isCreating: isCreating)
        }
    }
    table.set_tab_bar_item = { host, controller, item in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let item, let change = TabBarItemChange(item.pointee) else { return TAB_ERROR_INVALID_ARGUMENT }
        return set(host, controller) { daemon, isCreating throws(DBusError) in
            try daemon.setTabBarItem(change, of: controller, isCreating: isCreating)
        }
    }
    table.set_tab_bar_item_values = { host, controller, values, count, replaces in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let values = [String: Variant](values, count: count) else { return TAB_ERROR_INVALID_ARGUMENT }
        return set(host, controller) { daemon, isCreating throws(DBusError) in
            let change = try TabBarItemChange(properties: values, isReplacement: replaces)
            try daemon.setTabBarItem(change, of: controller, isCreating: isCreating)
        }
    }
    table.set_navigation_item = { host, controller, item in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let item, let change = NavigationItemChange(item.pointee) else { return TAB_ERROR_INVALID_ARGUMENT }
        return set(host, controller) { daemon, isCreating throws(DBusError) in
            try daemon.setNavigationItem(change, of: controller, isCreating: isCreating)
        }
    }
    table.set_toolbar_items = { host, controller, items, count in
        guard EventLoop.isCurrent else { return TAB_ERROR_WRONG_THREAD }
        guard let change = NavigationItemChange(toolbarItems: items, count) else { return TAB_ERROR_INVALID_ARGUMENT }
        return set(host, controller) { daemon, isCreating throws(DBusError) in
            try daemon.setNavigationItem(change, of: controller, isCreating: isCreating)
        }
    }
}
