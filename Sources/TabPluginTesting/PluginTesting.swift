internal import Glibc
public import TabPlugin

/// The environment of the view controllers in tests.
///
/// Their host does what tabd does for one plugin: it loads views, passes on actions, and keeps stacks, presentations and
/// states. Nothing is drawn, and there are no tab bars, popovers or delegates: calls about those fail with
/// `PluginError.notSupported`.
@PluginActor
public enum PluginTesting {
    /// The plugin's section of `tabd.toml`, for `configurationValue(forKey:)`.
    public static var configuration: [String: Value] = [:]
    /// The locale of the plugin's process.
    public static var locale = "C"
    /// The plugin's data folder. It is created at the first use, and is that of this process until you change it.
    public static var dataDirectory = "/tmp/tabd-plugin-test.\(getpid())"
}
