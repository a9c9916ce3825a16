internal import CDBus
internal import DBusInterface
internal import EventLoop

/// A writer of a message that is written little by little.
protocol LongMessageWriter: DBusWriter {
    /// Bytes so far.
    var size: Int { get }
    /// Gives up; the message is unusable.
    func abandon()
}

extension MessageWriter: LongMessageWriter {}

extension MarshalledMessage: LongMessageWriter {
    func abandon() {}
}

extension ManagedObjectsReply {
    /// One reply that is being written, and who waits for it.
    @EventLoop
    final class Build {
        /// What an object that has changed since it was written was then, and what has changed.
        private struct Stale {
            /// The names of its interfaces as they were written.
            var written: [String]
            var isRemoved = false
            /// Interfaces that were added or removed.
            var interfaces: Set<String> = []
            var properties: [String: Set<String>] = [:]
        }

        private let number: UInt64
        unowned let tree: ObjectTree
        private let connection: Connection
        /// Up to so many objects are marshalled. libdbus would check a longer message for too long in one go: with its
        /// iterators that is done in slices.
        private static let maximumMarshalled = 64
        /// nil while it is being marshalled.
        private nonisolated(unsafe) var message: OpaquePointer?
        private let writer: any LongMessageWriter
        var waiting: [PendingReply]
        private var nodes: [ObjectTree.Node]
        private var next = 0
        /// The objects from here on are written last, and in one go: they are those that change most.
        private var restless: Int
        /// The paths of what has changed since the first attempt began.
        private var changedPaths: Set<String>
        /// How many were spoiled before this one.
        private let attempt: Int
        private var isFinished = false
        private var isAbandoned = false
        private var isSent = false
        private var stale: [String: Stale] = [:]
        /// The paths of what is stale, parents before children that came later.
        private var stalePaths: [String] = []
        /// Who was answered last and has to be told of the changes, and of how many.
        private var correction: (client: String, next: Int, count: Int)?

        /// - Parameter former: One that was spoiled by changes of what it had written already.
        init(
            _ number: UInt64, of tree: ObjectTree, for waiting: [PendingReply], after former: Build? = nil
        ) throws(DBusError) {
            guard let connection = tree.connection else { throw .disconnected("the connection is closed") }
            _ = Self.returnsMemory
            self.number = number
            self.tree = tree
            self.connection = connection
            self.waiting = waiting
            let changed = former?.changedPaths ?? []
            changedPaths = changed
            attempt = (former?.attempt ?? -1) + 1
            let all = tree.nodes.values.filter { $0.path != tree.managerPath }
            nodes = all.filter { !changed.contains($0.path.text) }
            restless = nodes.count
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

        /// What a long message took is given back to the system with it: by default malloc learns to keep such memory.
        private static let returnsMemory = mallopt(M_MMAP_THRESHOLD, 1 << 20) == 1

        func abandon() {
            guard !isFinished, !isAbandoned else { return }
            isAbandoned = true
            writer.abandon()
        }

        /// Whether somebody waits for it, or has yet to be told what changed since it was written.
        var isNeeded: Bool { !waiting.isEmpty || correction != nil }

        /// A client has gone.
        func forget(_ client: String) {
            for reply in waiting where reply.destination == client { reply.drop() }
            waiting.removeAll { $0.destination == client }
            if correction?.client == client { correction = nil }
        }

        var outgoingSize: Int { connection.outgoingSize }

        /// Whether it is small enough to be kept, and still tells what there is.
        var isWorthKeeping: Bool { isFinished && stale.isEmpty && writer.size <= ManagedObjectsReply.maximumKept }

        /// Whether nothing that it tells, or will tell when it is begun anew, is known to be otherwise by now.
        var tellsWhatIs: Bool { stale.isEmpty || attempt < ManagedObjectsReply.maximumAttempts }

        /// Whether it is to be begun anew, as something has changed since it was written. What changes all the time would
        /// keep it from ever being finished: then the changes are told behind it.
        var isSpoiled: Bool { !stale.isEmpty && attempt < ManagedObjectsReply.maximumAttempts && !waiting.isEmpty }

        // MARK: Writing

        /// Writes objects as they are announced, for a while; true when all are written.
        func write(until end: ContinuousClock.Instant) throws(DBusError) -> Bool {
            guard !isFinished else { return true }
            tree.announceChanges()
            while next < nodes.count {
                let node = nodes[next]
                next += 1
                guard tree.nodes[node.path.text] === node else { continue }
                guard next > restless || !changedPaths.contains(node.path.text) else {
                    nodes.append(node)
                    continue
                }
                try writer.open(.dictionaryEntry)
                try writer.write(node.path)
                try tree.write(node.interfaces, to: writer)
                try writer.close()
                node.writtenIn = number
                if next < restless, ContinuousClock.now >= end { return false }
            }
            try writer.close()
            if let marshalled = writer as? MarshalledMessage { message = try marshalled.finish() }
            isFinished = true
            nodes = []
            return true
        }

        /// Answers who has waited longest, with what was announced before; what changed since it was written follows.
        func answerNext() {
            guard !waiting.isEmpty, let message else { return }
            let reply = waiting.removeFirst()
            tree.willRead(reply)
            if isSent {
                reply.succeed(copying: message)
            } else {
                // With many objects a copy alone takes long.
                isSent = true
                reply.succeed(with: message)
            }
            if !stale.isEmpty { correction = (reply.destination, 0, stalePaths.count) }
        }

        // MARK: Changes

        func added(_ node: ObjectTree.Node) {
            guard node.path != tree.managerPath else { return }
            // Written already, under the same path: it is told of behind the reply.
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

        /// It has changed before it was written, and may change again.
        private func noteEarly(_ node: ObjectTree.Node) {
            if !isFinished { changedPaths.insert(node.path.text) }
        }

        /// Tells who was answered last what has changed since it was written, for a while; true when all is told.
        func tellChanges(until end: ContinuousClock.Instant) -> Bool {
            guard let correction else { return true }
            tree.announceChanges()
            for place in correction.next..<correction.count {
                let path = stalePaths[place]
                if let stale = stale[path] { tell(stale, of: ObjectPath(path), to: correction.client) }
                if ContinuousClock.now >= end, place + 1 < correction.count {
                    self.correction?.next = place + 1
                    return false
                }
            }
            self.correction = nil
            return true
        }

        private func tell(_ stale: Stale, of path: ObjectPath, to client: String) {
            guard let node = tree.nodes[path.text] else { return tellRemoved(stale.written, of: path, to: client) }
            guard !stale.isRemoved else {
                tellRemoved(stale.written, of: path, to: client)
                return tellAdded(node.interfaces, to: node, client)
            }
            tellRemoved(stale.written.filter(stale.interfaces.contains), of: path, to: client)
            tellAdded(node.interfaces.filter { stale.interfaces.contains($0.name) }, to: node, client)
            for interface in node.interfaces where !stale.interfaces.contains(interface.name) {
                guard let properties = stale.properties[interface.name] else { continue }
                func name(_ place: Int) -> String { interface.announcedProperty(place).name }
                let places = (0..<interface.announcedCount).filter { properties.contains(name($0)) }
                let readable = Set(places.filter { interface.isReadable(name($0)) })
                tree.announceChanges(of: places, of: interface, at: path, to: client, isTold: readable.contains)
            }
        }

        private func tellRemoved(_ names: [String], of path: ObjectPath, to client: String) {
            if !names.isEmpty { tree.announceRemoved(names, of: path, to: client) }
        }

        private func tellAdded(_ interfaces: [any ExportedInterface], to node: ObjectTree.Node, _ client: String) {
            if !interfaces.isEmpty { tree.announceAdded(interfaces, of: node.path, to: client) }
        }
    }
}
