internal import CTabPlugin

/// The way into a plugin. Its whole entry is this function:
///
/// ```swift
/// final class Hello: ViewController {}
///
/// @c public func tab_plugin_entry_v1(_ host: UnsafeRawPointer) -> UnsafeRawPointer? {
///     Plugin.start(host, [Hello.self])
/// }
/// ```
public enum Plugin {
    /// Registers the classes under their Swift names, which the manifest lists.
    ///
    /// - Parameter host: What the entry function got.
    /// - Returns: What the entry function returns; nil when the host speaks an older version of the interface.
    public static func start(_ host: UnsafeRawPointer, _ classes: [ViewController.Type]) -> UnsafeRawPointer? {
        let table = host.assumingMemoryBound(to: tab_host_v1.self)
        guard table.pointee.abi_version >= 1 else { return nil }
        Host.adopt(table)
        PluginActor.assumeIsolated {
            for type in classes { Registration.classes[String(describing: type)] = type }
        }
        let result = UnsafeMutablePointer<tab_plugin_v1>.allocate(capacity: 1)
        result.initialize(to: pluginTable())
        return UnsafeRawPointer(result)
    }
}
