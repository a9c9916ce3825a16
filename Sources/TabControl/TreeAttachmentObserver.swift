internal import DBusConnection
internal import TabMirror

/// Who is told what becomes of a tree that is followed.
@EventLoop
protocol TreeAttachmentObserver: AnyObject {
    /// The whole tree is there, of the first daemon or of one after it (`isBack`).
    func attached(isBack: Bool)
    func changed(_ changes: [TreeChange])
    /// The daemon has gone; so has what was known of the tree.
    func daemonLeft()
    /// So has the bus.
    func busLeft()
}
