internal import CDBus
internal import DBusInterface
internal import EventLoop

/// The reply of GetManagedObjects, written a few milliseconds at a time when there are many objects, so that nobody else
/// has to wait for it.
///
/// One reply is written at a time, for all who ask until it is finished. It tells what was announced before it: when
/// something changes that it has told already, it is begun anew, with what has changed at its end. Where too much changes
/// all the time for that, what has changed is made good right behind the reply, by signals to its caller alone: so who
/// applies every signal that comes after the reply knows what there is in any case. Who asks only then waits for the next
/// reply: none tells anybody what was so before they asked, and is not any more.
@EventLoop
final class ManagedObjectsReply {
    /// How long one part of it takes; about as long as what comes between two of them may have to wait.
    var slice = Duration.milliseconds(5)
    /// How many callers may wait for it, each of them and all together.
    var limits = (each: 64, total: 1024)
    /// How often it is begun anew.
    static let maximumAttempts = 3
    /// While so many bytes are on their way to the bus, the next caller's copy waits.
    private static let maximumOutgoing = 64 << 20
    /// In milliseconds, until the bus is looked at again.
    private static let outgoingDelay: UInt64 = 5

    /// A finished reply of so many bytes is kept as long as nothing changes, for who asks again and again.
    static let maximumKept = 256 << 10

    private var number: UInt64 = 0
    private var build: Build?
    /// Who has to wait for the next one.
    private var late: [PendingReply] = []
    private var kept: Build?
    private var delay: LoopTimer?
    /// Whether a part is to be written in a turn to come.
    private var isPosted = false

    // MARK: Asking

    /// Answers, or lets the caller wait.
    func answer(_ reply: PendingReply, with tree: ObjectTree) throws(DBusError) {
        if let build {
            let waiting = build.waiting + late
            guard waiting.count < limits.total,
                waiting.count(where: { $0.destination == reply.destination }) < limits.each
            else {
                throw .limitsExceeded(
                    "GetManagedObjects: \(waiting.count) calls wait for the present answer: at most "
                        + "\(limits.total) may, and \(limits.each) of one client")
            }
            if build.tellsWhatIs { build.waiting.append(reply) } else { late.append(reply) }
            return
        }
        if let kept {
            kept.waiting = [reply]
            return kept.answerNext()
        }
        number += 1
        build = try Build(number, of: tree, for: [reply])
        goOn()
    }

    /// A client has left the bus, which waits for nothing any more.
    func callerVanished(_ name: String) {
        guard let build else { return }
        build.forget(name)
        for reply in late where reply.destination == name { reply.drop() }
        late.removeAll { $0.destination == name }
        guard !build.isNeeded else { return }
        build.abandon()
        delay = nil
        self.build = nil
        beginNext(build.tree)
    }

    /// The connection is gone, or there is no memory for a reply.
    func stop() {
        build?.abandon()
        build = nil
        late = []
        kept = nil
        delay = nil
    }

    /// Everybody is answered who could be.
    private func finish(_ build: Build) {
        self.build = nil
        kept = build.isWorthKeeping ? build : nil
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
        goOnLater()
    }

    // MARK: Parts

    private func goOn() {
        guard let build else { return }
        delay = nil
        let end = ContinuousClock.now + slice
        do throws(DBusError) {
            let isWritten = try build.write(until: end)
            if build.isSpoiled {
                build.abandon()
                number += 1
                self.build = try Build(number, of: build.tree, for: build.waiting, after: build)
                return goOnLater()
            }
            guard isWritten else { return goOnLater() }
        } catch {
            for reply in build.waiting + late { reply.fail(error) }
            return stop()
        }
        repeat {
            guard build.tellChanges(until: end) else { return goOnLater() }
            guard !build.waiting.isEmpty else { return finish(build) }
            guard build.outgoingSize < Self.maximumOutgoing else {
                delay = LoopTimer(after: Self.outgoingDelay) { [weak self] in self?.goOn() }
                return
            }
            build.answerNext()
        } while ContinuousClock.now < end
        goOnLater()
    }

    /// In a turn of its own, behind what has come meanwhile.
    private func goOnLater() {
        guard !isPosted else { return }
        isPosted = true
        EventLoop.post { [weak self] in
            self?.isPosted = false
            self?.goOn()
        }
    }

    // MARK: What changes meanwhile

    func added(_ node: ObjectTree.Node) {
        kept = nil
        build?.added(node)
    }

    func removed(_ node: ObjectTree.Node) {
        kept = nil
        build?.removed(node)
    }

    /// An interface was added to an object, or removed.
    func changed(_ interface: String, of node: ObjectTree.Node) {
        kept = nil
        build?.changed(interface, of: node)
    }

    func changed(_ properties: [String], of interface: String, of node: ObjectTree.Node) {
        kept = nil
        if !properties.isEmpty { build?.changed(properties, of: interface, of: node) }
    }
}

extension ObjectTree {
    /// So many calls may wait for one long reply, of one caller and of all; more are refused with `LimitsExceeded`.
    ///
    /// - Parameter slice: How long one part of it may take.
    package func limitLongReplies(each: Int, total: Int, slice: Duration) {
        managedObjects.limits = (each, total)
        managedObjects.slice = slice
    }

    /// A client has left the bus: nothing is written for it any more.
    package func callerVanished(_ name: String) { managedObjects.callerVanished(name) }
}
