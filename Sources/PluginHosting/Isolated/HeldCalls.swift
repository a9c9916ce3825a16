internal import EventLoop
internal import TabInterface

/// Calls to a plugin's view controllers that wait for the end of a handover, in their order.
@EventLoop
final class HeldCalls {
    /// The maximum number of waiting calls.
    private static let maximum = 4096

    private let plugin: String
    private var calls: [(controller: ViewControllerID, call: @EventLoop (IsolatedOwner) -> Void)] = []
    /// The number of all calls, by view controller. Without it, each of 50,000 view controllers would search the whole
    /// queue.
    private var waiting: [ViewControllerID: Int] = [:]
    /// The number of calls with a result, by view controller.
    private var counts: [ViewControllerID: Int] = [:]
    private var barriers: [@EventLoop (PluginProcess?) -> Void] = []
    /// Whether results of the old process wait as well, because the states are already copied.
    var holdsResults = false
    /// Called once when too many calls wait.
    var onOverflow: (@EventLoop () -> Void)?

    /// - Parameter plugin: The identifier of the plugin, for error messages.
    init(plugin: String) { self.plugin = plugin }

    /// Keeps a call that can't be refused.
    func add(for controller: ViewControllerID, _ call: @escaping @EventLoop (IsolatedOwner) -> Void) {
        calls.append((controller, call))
        waiting[controller, default: 0] += 1
        guard calls.count > Self.maximum, let overflow = onOverflow else { return }
        onOverflow = nil
        // Runs later: the end of the handover may destroy view controllers while the caller is delivering an event.
        EventLoop.post { overflow() }
    }

    /// Keeps a call with a result.
    ///
    /// - Returns: False when too many calls wait for the view controller.
    func addCall(for controller: ViewControllerID, _ call: @escaping @EventLoop (IsolatedOwner) -> Void) -> Bool {
        guard counts[controller, default: 0] < IsolatedOwner.maximumActions else { return false }
        counts[controller, default: 0] += 1
        add(for: controller, call)
        return true
    }

    /// Keeps a barrier for the process that gets the calls.
    func addBarrier(_ barrier: @escaping @EventLoop (PluginProcess?) -> Void) { barriers.append(barrier) }

    /// Passes the calls for one view controller to its owner.
    func release(_ controller: ViewControllerID, to owner: IsolatedOwner) {
        guard waiting.removeValue(forKey: controller) != nil else { return }
        let released = calls.filter { $0.controller == controller }
        calls.removeAll { $0.controller == controller }
        counts[controller] = nil
        for (_, call) in released { call(owner) }
    }

    /// Passes all calls to the owners of their view controllers, then the barriers to the owners' process. The calls of
    /// a destroyed view controller fail, so that each gets a reply.
    func release(in process: PluginProcess?, to owner: (ViewControllerID) -> IsolatedOwner?) {
        let (calls, barriers) = (calls, barriers)
        (self.calls, waiting, counts, self.barriers) = ([], [:], [:], [])
        for (controller, call) in calls { call(owner(controller) ?? destroyedOwner(of: controller)) }
        for barrier in barriers { barrier(process) }
    }

    /// An owner without a process, which fails every call at once.
    private func destroyedOwner(of controller: ViewControllerID) -> IsolatedOwner {
        let owner = IsolatedOwner(controller, plugin: plugin)
        owner.end("the view controller was destroyed")
        return owner
    }
}
