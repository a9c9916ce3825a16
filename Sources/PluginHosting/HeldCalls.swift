internal import DBusConnection
internal import DBusInterface

/// Calls to a plugin's view controllers that wait for the end of a handover, in the order in which they came.
@EventLoop
final class HeldCalls {
    /// The number of calls that may wait in all.
    private static let maximum = 4096

    private var calls: [(controller: UInt64, call: @EventLoop (HostedOwner) -> Void)] = []
    /// The number of calls with a result, by view controller.
    private var counts: [UInt64: Int] = [:]
    private var barriers: [@EventLoop (HostProcess?) -> Void] = []
    /// Whether results of the old process wait as well, because the states are copied already.
    var holdsResults = false
    /// Called once when too many calls wait.
    var onOverflow: (@EventLoop () -> Void)?

    /// Keeps a call that can't be refused.
    func add(for controller: UInt64, _ call: @escaping @EventLoop (HostedOwner) -> Void) {
        calls.append((controller, call))
        guard calls.count > Self.maximum, let overflow = onOverflow else { return }
        onOverflow = nil
        // The end of the handover may destroy view controllers, and the caller may be in the middle of an event.
        EventLoop.post { overflow() }
    }

    /// Keeps a call with a result.
    ///
    /// - Returns: false when too many wait for the view controller.
    func addCall(for controller: UInt64, _ call: @escaping @EventLoop (HostedOwner) -> Void) -> Bool {
        guard counts[controller, default: 0] < HostedOwner.maximumActions else { return false }
        counts[controller, default: 0] += 1
        add(for: controller, call)
        return true
    }

    /// Keeps a barrier for the process that the calls go to.
    func addBarrier(_ barrier: @escaping @EventLoop (HostProcess?) -> Void) { barriers.append(barrier) }

    /// Passes the calls for one view controller to its owner.
    func release(_ controller: UInt64, to owner: HostedOwner) {
        let released = calls.filter { $0.controller == controller }
        calls.removeAll { $0.controller == controller }
        counts[controller] = nil
        for (_, call) in released { call(owner) }
    }

    /// Passes all calls to the owners of their view controllers, then the barriers to the owners' process.
    func release(in process: HostProcess?, to owner: (UInt64) -> HostedOwner?) {
        let (calls, barriers) = (calls, barriers)
        (self.calls, counts, self.barriers) = ([], [:], [])
        for (controller, call) in calls {
            if let owner = owner(controller) { call(owner) }
        }
        for barrier in barriers { barrier(process) }
    }
}
