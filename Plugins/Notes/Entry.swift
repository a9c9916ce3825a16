import TabPlugin

/// The entry point. `plugin.toml` also lists the class.
@c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
    Plugin.start(host, [Notes.self])
}
