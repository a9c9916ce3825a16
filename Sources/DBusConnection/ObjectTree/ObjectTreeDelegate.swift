package import DBusInterface
package import EventLoop

/// What a tree asks the program about the objects in it.
@EventLoop
package protocol ObjectTreeDelegate: AnyObject {
    /// May refuse a command or a write.
    func authorize(
        _ caller: String, _ path: String, _ interface: String, _ member: String
    ) throws(DBusError)

    /// Returns the interfaces of an object that is about to be added, or that is about to get another one.
    func unaddedInterfaces(at path: ObjectPath) -> [any ExportedInterface]

    /// Returns the depth of an object in the program's hierarchy. Objects that are announced together are sorted by it,
    /// smallest first.
    func depth(of path: ObjectPath) -> Int

    /// Called before an interface of an object is read, and before GetManagedObjects of the root. Changes made there
    /// are announced before the reply.
    func willRead(_ interface: String, at path: ObjectPath)

    /// Called before the reply to a read in the middle of a turn.
    func willReplyToRead()

    /// May run the reply to `Peer.Ping` later, after the earlier calls of its caller: returns whether it does.
    func delaysBarrier(of caller: String, _ reply: @escaping @EventLoop () -> Void) -> Bool
}

extension ObjectTreeDelegate {
    package func authorize(
        _ caller: String, _ path: String, _ interface: String, _ member: String
    ) throws(DBusError) {}
    package func unaddedInterfaces(at path: ObjectPath) -> [any ExportedInterface] { [] }
    package func depth(of path: ObjectPath) -> Int { 0 }
    package func willRead(_ interface: String, at path: ObjectPath) {}
    package func willReplyToRead() {}
    package func delaysBarrier(of caller: String, _ reply: @escaping @EventLoop () -> Void) -> Bool { false }
}
