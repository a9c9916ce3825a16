internal import DBusConnection
internal import DBusInterface

/// What goes on with whichever daemon is there: `FollowingRun` tells it of daemons and of their signals.
@EventLoop
protocol DaemonFollower: AnyObject {
    /// Comes first: starts a daemon if need be, and fails when the command can't do with it.
    func prepare() async throws(DBusError)
    /// A daemon is there, which knows nothing of this command yet: the first, or one after it (`isBack`).
    func begin(isBack: Bool) async throws(DBusError)
    func receive(_ signal: IncomingSignal, _ reader: MessageReader)
    /// The daemon has gone, and nobody has taken its place so far.
    func daemonLeft()
}
