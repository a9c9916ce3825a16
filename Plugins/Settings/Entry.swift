import TabPlugin

/// Where the daemon enters; the manifest lists the root alone, the pages behind it are the plugin's own.
@c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
    Plugin.start(host, [Settings.self])
}
