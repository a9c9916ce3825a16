import DBusInterface
import EventLoop
import TabInterface

/// Access control: limits the rate of changes, and refuses changes by a read-only front end.
@EventLoop
struct AccessControl {
    let quotas: Quotas
    let windows: WindowAttachments

    /// The methods that are allowed for read-only front ends and do not count as changes.
    private static let reads: Set = [
        "Attach", "Detach", "GetView", "GetBarButtonItemFrames", "GetSupportedInterfaceOrientations",
        "GetPreferredInterfaceOrientation",
    ]

    /// Checks a call: limits the rate of changes, and refuses changes by a read-only front end.
    func authorize(
        _ caller: String, _ path: String, _ interface: String, _ member: String
    ) throws(DBusError) {
        guard !Self.reads.contains(member) else { return }
        try quotas.requireRate(of: caller)
        guard !windows.all.isEmpty else { return }
        let path = ObjectPath(path)
        guard let id = TabNames.viewController(of: path) ?? TabNames.tabBarController(ofBar: path) else { return }
        try windows.requireWriter(caller, of: id, member: member)
    }
}
