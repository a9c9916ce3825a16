import DBusInterface
import EventLoop

/// The part of the configuration that many parts read. It changes when the configuration is read again.
@EventLoop
final class Settings {
    var deadlines = Deadlines()
    /// The limits of the views of one view controller.
    var viewLimits = ViewLimits()
    /// The largest restorable state of one view controller, in bytes.
    var maximumState = 4 << 20
    /// Settings for plugins, by plugin and key.
    var pluginSettings: [String: [String: Variant]] = [:]
}
