import TabPlugin

/// The entry point. `plugin.toml` only lists the root. The plugin creates the other pages.
@c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
    Plugin.start(host, [Settings.self])
}
