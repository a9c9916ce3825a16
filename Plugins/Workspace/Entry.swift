import TabPlugin

/// Where the daemon enters; the class is listed in `plugin.toml` as well. Its tabs are not: only its code makes them.
@c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
    Plugin.start(host, [Workspace.self])
}
