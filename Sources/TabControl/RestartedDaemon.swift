/// The daemon after a restart.
struct RestartedDaemon: Hashable, Sendable {
    let version: String
    /// How many tab bar controllers there are, and how many view controllers with them and in them.
    let tabBarControllers: Int
    let viewControllers: Int
    /// Whether there was none before.
    let isFirst: Bool

    var text: String {
        let tabs = "\(tabBarControllers) tab bar controller\(tabBarControllers == 1 ? "" : "s")"
        let all = "\(viewControllers) view controller\(viewControllers == 1 ? "" : "s")"
        return "tabd \(version) \(isFirst ? "started" : "restarted"): \(tabs), \(all) in all"
    }

    var json: JSON {
        [
            "version": .string(version), "tabBarControllers": .integer(tabBarControllers),
            "viewControllers": .integer(viewControllers), "restarted": .bool(!isFirst),
        ]
    }
}
