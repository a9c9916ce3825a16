/// The environment variables that give a plugin process its daemon's address and its token. Both are removed from the
/// environment before the plugin's library is opened.
enum HostEnvironment {
    static let address = "TABD_HOST_ADDRESS"
    static let token = "TABD_HOST_TOKEN"
    /// How a child of the daemon ends when its connection does (EX_PROTOCOL): its own end is not what went wrong.
    static let lostDaemon: Int32 = 76
    /// The exit status when the event loop fails (EX_SOFTWARE).
    static let loopFailed: Int32 = 70
}
