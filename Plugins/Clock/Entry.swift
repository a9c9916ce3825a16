import TabPlugin

/// Where the daemon enters; the classes are listed in `plugin.toml` as well.
@c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
    Plugin.start(host, [WorldClock.self, Alarm.self, Stopwatch.self, CountdownTimer.self])
}
