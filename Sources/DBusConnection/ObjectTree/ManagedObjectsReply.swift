internal import CDBus
internal import DBusInterface
internal import EventLoop

/// The reply to GetManagedObjects. With many objects it is written a few milliseconds at a time, so that other callers
/// don't wait.
///
/// One reply is written at a time, for all callers that ask before it is finished. It contains what was announced
/// before it. When an object changes after it was written, the reply is started again with the changed objects last.
/// When objects change too often for that, the changes follow the reply, as signals to its caller alone. So a caller
/// that applies every signal after the reply always has the current state. A caller that asks after a change waits for
/// the next reply: no reply contains a state that was already out of date when the caller asked.
@EventLoop
final class ManagedObjectsReply {
    /// The duration of one part; about the longest wait of other work between two parts.
    var slice = Duration.milliseconds(5)
    /// The maximum number of waiting calls, for each caller and in total.
    var limits = (each: 64, total: 1024)
    /// How many times a reply is started again.
    static let maximumAttempts = 3
    /// A finished reply up to this size is cached until an object changes.
    static let maximumCached = 256 << 10

    /// The size that a reply can have, in bytes. D-Bus limits an array to 64 MiB, and the rest of the message needs some.
    var maximumSize = 63 << 20
    /// What a caller can do for which the reply is too long, after "use ".
    var advice = ""
    /// The size of the objects that have not changed since they were last written, in bytes. All objects together have
    /// at least this size, so a reply that is too long is refused before it is written again.
    private var knownSize = 0

    private var number: UInt64 = 0
    private var build: Build?
    /// The callers that wait for the next reply.
    private var late: [PendingReply] = []
    private var cached: Build?
    private var delay: LoopTimer?
    var pacing = LongReplyPacing()
    /// The calls of clients that got a long reply a short time ago. They are handled later, as if they came then.
    private var paced: [PendingReply] = []
    private var paceTimer: LoopTimer?
    /// Runs while the bus has not accepted a long reply.
    private var busTimer: LoopTimer?
    /// Whether a part is scheduled for a later turn.
    private var isPosted = false

    // MARK: Asking

    /// Replies, or lets the caller wait.
    func reply(to reply: PendingReply, with tree: ObjectTree) throws(DBusError) {
        let waiting = (build?.waiting ?? []) + late + paced
        if !waiting.isEmpty {
            guard waiting.count < limits.total,
                waiting.count(where: { $0.destination == reply.destination }) < limits.each
            else {
                throw .limitsExceeded(
                    "GetManagedObjects: \(waiting.count) calls wait for a reply; at most "
                        + "\(limits.total) may wait, and \(limits.each) of one client")
            }
        }
        // The calls of a client are answered in their order.
        let isPaced = pacing.time(of: reply.destination, at: .now) != nil
        guard !isPaced, !paced.contains(where: { $0.destination == reply.destination }) else {
            paced.append(reply)
            return waitForPaced(tree)
        }
        try join(reply, with: tree)
    }

    private func join(_ reply: PendingReply, with tree: ObjectTree) throws(DBusError) {
        if let build {
            if build.isUpToDate { build.waiting.append(reply) } else { late.append(reply) }
            return
        }
        try requireSize()
        if let cached {
            cached.waiting = [reply]
            return cached.replyToNext()
        }
        number += 1
        build = try Build(number, of: tree, for: [reply])
        continueWriting()
    }

    /// Throws `LimitsExceeded` if the objects are known to need more than a reply can have.
    func requireSize() throws(DBusError) {
        guard knownSize > maximumSize else { return }
        throw .limitsExceeded(
            "the reply would be larger than \(maximumSize >> 20) MiB" + (advice.isEmpty ? "" : "; use \(advice)"))
    }

    /// Records the size of an object that was just written.
    func wrote(_ node: ObjectTree.Node, _ size: Int) {
        knownSize += size - node.size
        node.size = size
    }

    private func forgetSize(of node: ObjectTree.Node) {
        knownSize -= node.size
        node.size = 0
    }

    /// Drops the calls of a client that has left the bus.
    func callerVanished(_ name: String) { dropCalls { client, _ in client == name } }

    /// Drops the calls on a connection that is closed.
    func connectionClosed(_ connection: Connection) { dropCalls { _, other in other === connection } }

    private func dropCalls(from isGone: (String, Connection) -> Bool) {
        for reply in paced where isGone(reply.destination, reply.connection) { reply.drop() }
        paced.removeAll { isGone($0.destination, $0.connection) }
        guard let build else { return }
        build.dropCalls(from: isGone)
        for reply in late where isGone(reply.destination, reply.connection) { reply.drop() }
        late.removeAll { isGone($0.destination, $0.connection) }
        guard !build.isNeeded else { return }
        build.abandon()
        delay = nil
        self.build = nil
        beginNext(build.tree)
    }

    /// Stops, because the connection is closed or memory is short.
    func stop() {
        build?.abandon()
        build = nil
        late = []
        cached = nil
        delay = nil
        paced = []
        paceTimer = nil
        busTimer = nil
    }

    /// Finishes a reply when all its callers have theirs.
    private func finish(_ build: Build) {
        self.build = nil
        cached = build.isCacheable ? build : nil
        beginNext(build.tree)
    }

    private func beginNext(_ tree: ObjectTree) {
        guard !late.isEmpty else { return }
        let waiting = late
        late = []
        number += 1
        do throws(DBusError) {
            build = try Build(number, of: tree, for: waiting)
        } catch {
            for reply in waiting { reply.fail(error) }
        }
        continueLater()
    }

    // MARK: Parts

    private func continueWriting() {
        guard let build else { return }
        delay = nil
        let end = ContinuousClock.now + slice
        do throws(DBusError) {
            let isWritten = try build.write(until: end)
            if build.isStale {
                build.abandon()
                number += 1
                self.build = try Build(number, of: build.tree, for: build.waiting, after: build)
                return continueLater()
            }
            guard isWritten else {
                // Other work gets as much time as a long reply.
                return build.size < pacing.least ? continueLater() : wait(until: .now + slice)
            }
        } catch {
            for reply in build.waiting + late { reply.fail(error) }
            return stop()
        }
        repeat {
            guard build.sendChanges(until: end) else { return continueLater() }
            guard let reply = build.waiting.first else { return finish(build) }
            if build.size >= pacing.least {
                guard pacing.time(of: reply.destination, at: .now) == nil else {
                    build.waiting.removeFirst()
                    paced.append(reply)
                    waitForPaced(build.tree)
                    continue
                }
                if let time = timeToReply(with: build) {
                    guard build.passSharedConnection() else { return wait(until: time) }
                    continue
                }
                pacing.replied(build.size, to: reply.destination, at: .now)
            }
            build.replyToNext()
        } while ContinuousClock.now < end
        continueLater()
    }

    /// Returns when the next caller may get a long reply; nil for now, which is recorded.
    private func timeToReply(with build: Build) -> ContinuousClock.Instant? {
        guard let connection = build.sharedConnection else { return nil }
        if let time = pacing.busTime(isBusy: connection.outgoingSize >= pacing.least, at: .now) { return time }
        pacing.busBegan(at: .now)
        watchBus(connection)
        connection.noteLongMessage(build.size)
        return nil
    }

    /// Notices when the bus has accepted a long reply. The pause after it begins then, and not with the next request.
    private func watchBus(_ connection: Connection) {
        let time = ContinuousClock.now + LongReplyPacing.interval
        busTimer = LoopTimer(after: Self.milliseconds(until: time)) { [weak self, weak connection] in
            guard let self, let connection else { return }
            _ = pacing.busTime(isBusy: connection.outgoingSize >= pacing.least, at: .now)
            if pacing.awaitsBus { watchBus(connection) } else { busTimer = nil }
        }
    }

    // MARK: Pacing

    private func wait(until time: ContinuousClock.Instant) {
        delay = LoopTimer(after: Self.milliseconds(until: time)) { [weak self] in self?.continueWriting() }
    }

    private func waitForPaced(_ tree: ObjectTree) {
        let now = ContinuousClock.now
        guard let time = paced.map({ pacing.time(of: $0.destination, at: now) ?? now }).min() else { return }
        paceTimer = LoopTimer(after: Self.milliseconds(until: time)) { [weak self, weak tree] in
            guard let self, let tree else { return }
            paceTimer = nil
            handlePaced(tree)
        }
    }

    /// Handles the first call of each client that may get a long reply again.
    private func handlePaced(_ tree: ObjectTree) {
        let (now, waiting) = (ContinuousClock.now, paced)
        var clients: Set<String> = []
        paced = waiting.filter {
            pacing.time(of: $0.destination, at: now) != nil || !clients.insert($0.destination).inserted
        }
        clients = []
        for reply in waiting
        where pacing.time(of: reply.destination, at: now) == nil && clients.insert(reply.destination).inserted {
            tree.delegate?.willRead(ObjectManagerInterface.name, at: tree.managerPath)
            do throws(DBusError) { try join(reply, with: tree) } catch { reply.fail(error) }
        }
        waitForPaced(tree)
    }

    /// The time until an instant in whole milliseconds, rounded up.
    private static func milliseconds(until time: ContinuousClock.Instant) -> UInt64 {
        UInt64(max(0, (ContinuousClock.now.duration(to: time) / .milliseconds(1)).rounded(.up)))
    }

    /// Continues in a turn of its own, after the messages that have arrived.
    private func continueLater() {
        guard !isPosted else { return }
        isPosted = true
        EventLoop.post { [weak self] in
            self?.isPosted = false
            self?.continueWriting()
        }
    }

    // MARK: Changes

    func added(_ node: ObjectTree.Node) {
        cached = nil
        build?.added(node)
    }

    func removed(_ node: ObjectTree.Node) {
        forgetSize(of: node)
        cached = nil
        build?.removed(node)
    }

    /// Records that an interface was added to or removed from an object.
    func changed(_ interface: String, of node: ObjectTree.Node) {
        forgetSize(of: node)
        cached = nil
        build?.changed(interface, of: node)
    }

    func changed(_ properties: [String], of interface: String, of node: ObjectTree.Node) {
        forgetSize(of: node)
        cached = nil
        if !properties.isEmpty { build?.changed(properties, of: interface, of: node) }
    }
}

extension ObjectTree {
    /// Limits the number of calls that wait for one long reply, for each caller and in total. More calls are refused
    /// with `LimitsExceeded`.
    ///
    /// - Parameters:
    ///   - slice: The duration of one part.
    ///   - pacing: When long replies are sent.
    ///   - size: The maximum size of a reply, in bytes; nil for that of D-Bus.
    package func limitLongReplies(
        each: Int, total: Int, slice: Duration, pacing: LongReplyPacing = LongReplyPacing(), size: Int? = nil
    ) {
        managedObjects.limits = (each, total)
        managedObjects.slice = slice
        managedObjects.pacing = pacing
        if let size { managedObjects.maximumSize = size }
    }

    /// Whether the bus may still be reading a long reply.
    package var awaitsBus: Bool { managedObjects.pacing.awaitsBus }

    /// Says what a caller can do for which all objects are too long for one reply, in an error after "use ".
    package func adviseLongReplies(_ advice: String) { managedObjects.advice = advice }

    /// Drops the calls of a client that has left the bus.
    package func callerVanished(_ name: String) { managedObjects.callerVanished(name) }
}
