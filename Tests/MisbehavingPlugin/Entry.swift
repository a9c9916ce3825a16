import TabPlugin

/// Where the daemon enters, unless this start is to fail; the class is listed in `plugin.toml` as well.
@c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
    let table = Plugin.start(host, [Counter.self])
    return PluginActor.assumeIsolated { StartFault.next?.happens() ?? true } ? table : nil
}
