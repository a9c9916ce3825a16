internal import CDBus
internal import DBusInterface
internal import EventLoop

/// A writer for a message that is written in parts.
protocol LongMessageWriter: DBusWriter {
    /// The number of bytes so far.
    var size: Int { get }
    /// Gives up. The message is unusable afterwards.
    func abandon()
}

extension MessageWriter: LongMessageWriter {}

extension MarshalledMessage: LongMessageWriter {
    func abandon() {}
}

extension ManagedObjectsReply {
    /// One reply that is being written, with the callers that wait for it.
    @EventLoop
    final class Build {
        /// An object that has changed since it was written: its former state and its changes.
        private struct Stale {
            /// The names of its interfaces when it was written.
            var written: [String]
            var isRemoved = false
            /// The interfaces that were added or removed.
            var interfaces: Set<String> = []
            var properties: [String: Set<String>] = [:]
        }

        private let number: UInt64
        unowned let tree: ObjectTree
        /// Up to this number of objects are marshalled by us. libdbus would check a longer message in one go, which
        /// takes too long. With its iterators the check happens in parts.
        private static let maximumMarshalled = 64
        /// nil while the message is being marshalled.
        private nonisolated(unsafe) var message: OpaquePointer?
        private let writer: any LongMessageWriter
        var waiting: [PendingReply]
        private var nodes: [ObjectTree.Node]
        private var next = 0
        /// The index of the first object that changed during an earlier attempt. These are written last, in one go.
        private var firstVolatile: Int
        /// The paths of all objects that have changed since the first attempt.
        private var changedPaths: Set<String>
        /// The number of earlier attempts that became stale.
        private let attempt: Int
        private var isFinished = false
        private var isAbandoned = false
        private var isSent = false
        private var stale: [String: Stale] = [:]
        /// The paths of the stale objects, parents before children that were added later.
        private var stalePaths: [String] = []
        /// The caller with the last reply that still needs `count - next` change signals; nil for none.
        private var correction: (recipient: ObjectTree.Recipient, next: Int, count: Int)?

        /// - Parameter former: An earlier attempt that became stale.
        init(
            _ number: UInt64, of tree: ObjectTree, for waiting: [PendingReply], after former: Build? = nil
        ) throws(DBusError) {
            _ = Self.returnsMemory
            self.number = number
            self.tree = tree
            self.waiting = waiting
            let changed = former?.changedPaths ?? []
            changedPaths = changed
            attempt = (former?.attempt ?? -1) + 1
            let all = tree.nodes.values.filter { $0.path != tree.managerPath }
            let stable = all.filter { !changed.contains($0.path.text) }
            // Those whose size is unknown come first: if all are too long, that is then known before the others are written.
            nodes = stable.filter { $0.size == 0 } + stable.filter { $0.size > 0 }
            firstVolatile = nodes.count
            nodes += all.filter { changed.contains($0.path.text) }
            if all.count <= Self.maximumMarshalled {
                let marshalled = MarshalledMessage()
                writer = marshalled
                try marshalled.beginReturn(signature: "a{oa{sa{sv}}}")
            } else {
                let iterators = MessageWriter()
                writer = iterators
                guard let message = dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN) else {
                    throw .noMemory("not enough memory for a message")
                }
                self.message = message
                iterators.begin(message)
            }
            try writer.open(.array(of: "{oa{sa{sv}}}"))
        }

        deinit { if let message { dbus_message_unref(message) } }

        /// The memory of a long message returns to the system when it is freed. By default malloc adapts and keeps it.
        private static let returnsMemory = mallopt(M_MMAP_THRESHOLD, 1 << 20) == 1

        func abandon() {
            guard !isFinished, !isAbandoned else { return }
            isAbandoned = true
            writer.abandon()
        }

        /// Whether a caller waits for this reply, or still has to be notified of changes.
        var isNeeded: Bool { !waiting.isEmpty || correction != nil }

        /// Drops the calls of a client that has left the bus, or of a closed connection.
        func dropCalls(from isGone: (String, Connection) -> Bool) {
            for reply in waiting where isGone(reply.destination, reply.connection) { reply.drop() }
            waiting.removeAll { isGone($0.destination, $0.connection) }
            if let recipient = correction?.recipient, isGone(recipient.client, recipient.connection) {
                correction = nil
            }
        }

        /// The number of bytes so far.
        var size: Int { writer.size }

        /// The connection of the next caller, if other clients share it. A connection with a limit of its own never makes
        /// the callers after it wait: it is closed when its client does not read.
        var sharedConnection: Connection? {
            waiting.first.flatMap { $0.connection.hasLimitedTraffic ? nil : $0.connection }
        }

        /// Puts a caller with a connection of its own first, because the shared one is busy. Returns false without one.
        func passSharedConnection() -> Bool {
            guard let index = waiting.firstIndex(where: { $0.connection.hasLimitedTraffic }) else { return false }
            waiting.insert(waiting.remove(at: index), at: 0)
            return true
        }

        /// Whether the reply is small enough to be cached and still correct.
        var isCacheable: Bool { isFinished && stale.isEmpty && writer.size <= ManagedObjectsReply.maximumCached }

        /// Whether nothing in the reply, or in its next attempt, is known to be out of date.
        var isUpToDate: Bool { stale.isEmpty || attempt < ManagedObjectsReply.maximumAttempts }

        /// Whether to start again because an object has changed since it was written. After the last attempt the
        /// changes follow the reply instead, so that constant changes can't delay it for ever.
        var isStale: Bool { !stale.isEmpty && attempt < ManagedObjectsReply.maximumAttempts && !waiting.isEmpty }

        // MARK: Writing

        /// Writes objects as announced, until a deadline. Returns true when all are written.
        func write(until end: ContinuousClock.Instant) throws(DBusError) -> Bool {
            guard !isFinished else { return true }
            tree.announceChanges()
            while next < nodes.count {
                let node = nodes[next]
                next += 1
                guard tree.nodes[node.path.text] === node else { continue }
                guard next > firstVolatile || !changedPaths.contains(node.path.text) else {
                    nodes.append(node)
                    continue
                }
                let start = writer.size
                try writer.open(.dictionaryEntry)
                try writer.write(node.path)
                try tree.write(node.interfaces, to: writer)
                try writer.close()
                node.writtenIn = number
                tree.managedObjects.wrote(node, writer.size - start)
                try tree.managedObjects.requireSize()
                if next < firstVolatile, ContinuousClock.now >= end { return false }
            }
            try writer.close()
            if let marshalled = writer as? MarshalledMessage { message = try marshalled.finish() }
            isFinished = true
            nodes = []
            return true
        }

        /// Replies to the caller that has waited longest. The changes since the object was written follow.
        func replyToNext() {
            guard !waiting.isEmpty, let message else { return }
            let reply = waiting.removeFirst()
            tree.willRead(reply)
            if isSent {
                reply.succeed(copying: message)
            } else {
                // The first caller gets the message itself, because copying a long message takes too long.
                isSent = true
                reply.succeed(with: message)
            }
            if !stale.isEmpty {
                let recipient = ObjectTree.Recipient(client: reply.destination, connection: reply.connection)
                correction = (recipient, 0, stalePaths.count)
            }
        }

        // MARK: Changes

        func added(_ node: ObjectTree.Node) {
            guard node.path != tree.managerPath else { return }
            // An object with the same path is already written, so its change follows the reply.
            if stale[node.path.text] != nil || isFinished {
                note(node, written: [])
                stale[node.path.text]?.isRemoved = true
                node.writtenIn = number
            } else {
                nodes.append(node)
            }
        }

        func removed(_ node: ObjectTree.Node) {
            guard node.writtenIn == number else { return noteEarly(node) }
            note(node, written: node.names)
            stale[node.path.text]?.isRemoved = true
        }

        func changed(_ interface: String, of node: ObjectTree.Node) {
            guard node.writtenIn == number else { return noteEarly(node) }
            let isNew = node.names.contains(interface)
            note(node, written: isNew ? node.names.filter { $0 != interface } : node.names + [interface])
            stale[node.path.text]?.interfaces.insert(interface)
        }

        func changed(_ properties: [String], of interface: String, of node: ObjectTree.Node) {
            guard node.writtenIn == number else { return noteEarly(node) }
            note(node, written: node.names)
            stale[node.path.text]?.properties[interface, default: []].formUnion(properties)
        }

        private func note(_ node: ObjectTree.Node, written: @autoclosure () -> [String]) {
            changedPaths.insert(node.path.text)
            guard stale[node.path.text] == nil else { return }
            stale[node.path.text] = Stale(written: written())
            stalePaths.append(node.path.text)
        }

        /// Records a change of an object that is not written yet, so that the next attempt writes it last.
        private func noteEarly(_ node: ObjectTree.Node) {
            if !isFinished { changedPaths.insert(node.path.text) }
        }

        /// Sends the changes to the caller with the last reply, until a time. Returns true when all are sent.
        func sendChanges(until end: ContinuousClock.Instant) -> Bool {
            guard let correction else { return true }
            tree.announceChanges()
            for place in correction.next..<correction.count {
                let path = stalePaths[place]
                if let stale = stale[path] { sendChanges(stale, of: ObjectPath(path), to: correction.recipient) }
                if ContinuousClock.now >= end, place + 1 < correction.count {
                    self.correction?.next = place + 1
                    return false
                }
            }
            self.correction = nil
            return true
        }

        private func sendChanges(_ stale: Stale, of path: ObjectPath, to recipient: ObjectTree.Recipient) {
            guard let node = tree.nodes[path.text] else { return sendRemoved(stale.written, of: path, to: recipient) }
            guard !stale.isRemoved else {
                sendRemoved(stale.written, of: path, to: recipient)
                return sendAdded(node.interfaces, to: node, recipient)
            }
            sendRemoved(stale.written.filter(stale.interfaces.contains), of: path, to: recipient)
            sendAdded(node.interfaces.filter { stale.interfaces.contains($0.name) }, to: node, recipient)
            for interface in node.interfaces where !stale.interfaces.contains(interface.name) {
                guard let properties = stale.properties[interface.name] else { continue }
                func name(_ place: Int) -> String { interface.announcedProperty(place).name }
                let places = (0..<interface.announcedCount).filter { properties.contains(name($0)) }
                let readable = Set(places.filter { interface.isReadable(name($0)) })
                tree.announceChanges(
                    of: places, of: interface, at: path, to: recipient, carriesValue: readable.contains)
            }
        }

        private func sendRemoved(_ names: [String], of path: ObjectPath, to recipient: ObjectTree.Recipient) {
            if !names.isEmpty { tree.announceRemoved(names, of: path, to: recipient) }
        }

        private func sendAdded(
            _ interfaces: [any ExportedInterface], to node: ObjectTree.Node, _ recipient: ObjectTree.Recipient
        ) {
            if !interfaces.isEmpty { tree.announceAdded(interfaces, of: node.path, to: recipient) }
        }
    }
}
