import TabPlugin

/// The entry point. `plugin.toml` also lists the class, but not those of its tabs, which only the plugin creates.
@c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
    Plugin.start(host, [Workspace.self])
}
