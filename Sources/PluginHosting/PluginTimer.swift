internal import DBusConnection

/// A timer of a plugin, of either clock.
enum PluginTimer {
    case interval(LoopTimer)
    case clock(LoopClockTimer)
}
