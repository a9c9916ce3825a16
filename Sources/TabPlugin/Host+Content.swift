internal import CTabPlugin

/// What a view controller shows.
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

    /// - Parameter isReplacement: Whether what `values` does not have gets its default value.
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
