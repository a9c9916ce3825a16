import Media
import TabPlugin

/// The entry point, apart from the rest: tests link that together with another plugin's entry point.
@c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
    Plugin.start(host, MediaClasses.all)
}
