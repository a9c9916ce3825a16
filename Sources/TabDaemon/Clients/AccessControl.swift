import DBusInterface
import EventLoop
import PluginHosting
import TabInterface

/// Access control: limits the rate of changes, refuses changes by a read-only front end, and restricts plugins to what is
/// theirs.
@EventLoop
struct AccessControl {
    let plugins: PluginAccess
    let quotas: Quotas
    let windows: WindowAttachments

    /// The methods that are allowed for read-only front ends and do not count as changes.
    private static let reads: Set = [
        "Attach", "Detach", "GetView", "GetBarButtonItemFrames", "GetSupportedInterfaceOrientations",
        "GetPreferredInterfaceOrientation", "GetTraits", "SizeThatFits", "GetConfiguration",
        "GetPopoverPresentationController", "GetImage", "GetImageData", "GetImageInfo",
    ]

    /// Checks a call or a write.
    func authorize(
        _ caller: String, _ path: String, _ interface: String, _ member: String
    ) throws(DBusError) {
        if let plugin = PluginCaller.plugin(caller) {
            return try plugins.authorize(plugin, ObjectPath(path), interface, member)
        }
        guard !Self.reads.contains(member) else { return }
        try quotas.requireRate(of: caller)
        guard !windows.all.isEmpty else { return }
        let path = ObjectPath(path)
        guard let id = TabNames.viewController(of: path) ?? TabNames.tabBarController(ofBar: path) else { return }
        try windows.requireWriter(caller, of: id, member: member)
    }
}
