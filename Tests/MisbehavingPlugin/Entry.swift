import TabPlugin

/// The entry point, which fails if this start must fail. `plugin.toml` also lists the class.
@c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
    let table = Plugin.start(host, [Counter.self])
    return PluginActor.assumeIsolated { StartFault.next?.happens() ?? true } ? table : nil
}
