import TabPlugin

/// The entry point. `plugin.toml` also lists the classes.
@c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
    Plugin.start(host, [WorldClock.self, Alarm.self, Stopwatch.self, CountdownTimer.self])
}
