internal import DBusInterface
internal import EventLoop

extension ObjectTree {
    /// An exported object.
    @EventLoop
    final class Node {
        let path: ObjectPath
        /// Whether InterfacesAdded was sent. Until then changes are not announced, and the object has no digests.
        var isAnnounced = false
        /// Whether it was removed from the tree.
        var isRemoved = false
        private(set) var interfaces: [any ExportedInterface]
        /// The names of the interfaces, for lookups that need no interface.
        private(set) var names: [String]
        /// A digest of each announced property's last sent value, interface after interface.
        var digests: [UInt64] = []
        var isDirty = false
        /// Whether it is in `changed`.
        var isChanged = false
        /// The number of the last GetManagedObjects reply that contains this object.
        var writtenIn: UInt64 = 0
        /// Its size in such a reply, in bytes, while it has not changed since; 0 if unknown. `ManagedObjectsReply` sets it.
        var size = 0

        init(_ path: ObjectPath, _ interfaces: [any ExportedInterface]) {
            self.path = path
            self.interfaces = interfaces
            names = interfaces.map { $0.name }
        }

        /// Records the current values of all announced properties as sent.
        func makeDigests() {
            digests = []
            for interface in interfaces { appendDigests(of: interface) }
        }

        private func appendDigests(of interface: any ExportedInterface) {
            let first = digests.count
            digests.append(contentsOf: repeatElement(ObjectTree.unreadable, count: interface.digestCount))
            _ = interface.update(&digests, from: first, only: nil)
        }

        /// Returns the index of an interface's first digest.
        func firstDigest(of index: Int) -> Int { interfaces[..<index].reduce(0) { $0 + $1.digestCount } }

        func append(_ interface: any ExportedInterface) {
            interfaces.append(interface)
            names.append(interface.name)
            if isAnnounced { appendDigests(of: interface) }
        }

        func remove(_ index: Int) {
            if isAnnounced {
                let first = firstDigest(of: index)
                digests.removeSubrange(first..<first + interfaces[index].digestCount)
            }
            interfaces.remove(at: index)
            names.remove(at: index)
        }

        func interface(named name: String) -> (any ExportedInterface)? {
            names.firstIndex(of: name).map { interfaces[$0] }
        }
    }
}
