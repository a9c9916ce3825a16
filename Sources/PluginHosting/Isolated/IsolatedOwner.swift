internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// A view controller in a plugin process. Every call crosses the private connection, and the daemon waits for none.
///
/// It belongs to one life of the process. The next life gets new owners.
@EventLoop
final class IsolatedOwner: ContractOwner {
    static let maximumActions = 64

    let controller: ViewControllerID
    private let plugin: String
    /// nil while no process runs for it. Then nothing is sent, and requests fail with `unavailabilityReason`.
    private(set) var process: PluginProcess?
    var unavailabilityReason = "it is starting"
    /// The completions that wait for the instance; nil once it exists or could not be created.
    private var waiting: [Completion]? = []
    /// The error when the instance could not be created.
    private(set) var failure: DBusError?
    private var actions: [UInt64: (deadline: LoopTimer, completion: Completion)] = [:]
    private var lastNumber: UInt64 = 0
    /// The open questions: the serial number of each call, by its token.
    var openQuestions: [UInt64: UInt32] = [:]
    /// Whether a process was asked for the instance.
    private(set) var hasBegun = false
    /// The queue for every call during a handover; nil at all other times.
    var held: HeldCalls?
    /// The reason for creating the instance. Afterwards it is like any other.
    var origin = InstanceOrigin.new
    /// The state for a new instance: from the process, or kept from before.
    var restorableState: [String: Variant]?
    /// The number of states that the process has not decoded yet.
    var decodings = 0
    /// The number of restorations that it has not confirmed yet.
    var restorations = 0
    var onDestroy: (@EventLoop () -> Void)?

    init(_ controller: ViewControllerID, plugin: String) {
        self.controller = controller
        self.plugin = plugin
    }

    // MARK: Life

    /// Requests the instance from a process that is ready.
    func begin(
        in process: PluginProcess, className: String, arguments: [String: Variant],
        completion: @escaping Completion
    ) {
        self.process = process
        hasBegun = true
        process.throttle?.allowInstance()
        typealias Factory = ViewControllerFactoryInterface
        var options: Options = [Factory.CreateOption.viewController.name: controller.path.variant]
        if !arguments.isEmpty { options.values[Factory.CreateOption.arguments.name] = arguments.variant }
        if origin == .restored { options.values[Factory.CreateOption.restored.name] = .bool(true) }
        process.call(Factory.create, at: process.factory, className, options) { [weak self] result in
            guard let self, self.process != nil else { return }
            finishCreation(result.failure.map { .pluginFailed($0.shortMessage) })
            completion(self.failure)
        }
    }

    /// The plugin process creates the instance itself, and calls `InstanceMade` afterwards.
    func begin(madeBy process: PluginProcess) {
        self.process = process
        hasBegun = true
    }

    /// The plugin process has created the instance itself.
    ///
    /// - Parameter failure: Why it could not; `""` for success.
    func noteInstance(_ failure: String) {
        finishCreation(failure.isEmpty ? nil : .pluginFailed(String(failure.prefix(DBusError.maximumText))))
    }

    /// Calls back when the instance exists, or with the reason why it does not.
    func whenReady(_ completion: @escaping Completion) {
        if isAwaited { waiting?.append(completion) } else { completion(failure) }
    }

    var isAwaited: Bool { waiting != nil }
    var isMade: Bool { !isAwaited && failure == nil }

    private func finishCreation(_ error: DBusError?) {
        guard let waiting else { return }
        (self.waiting, failure) = (nil, error)
        if error == nil { origin = .new }
        for completion in waiting { completion(error) }
    }

    /// The process has ended. Waiting callers get the reason.
    func end(_ reason: String) {
        process = nil
        hasBegun = true
        unavailabilityReason = reason
        let error = DBusError.pluginFailed("plugin '\(plugin)': \(reason)")
        for number in actions.keys.sorted() { close(number, error) }
        let held = held
        self.held = nil
        held?.release(controller, to: self)
        finishCreation(error)
    }

    /// Transfers the calls that wait for the instance to another owner, which continues with the same tokens.
    func transferCalls(to other: IsolatedOwner) {
        other.lastNumber = max(other.lastNumber, lastNumber)
        guard let waiting else { return }
        self.waiting = []
        for completion in waiting { other.whenReady(completion) }
    }

    func nextToken() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    func destroy() {
        process?.notify(Remote.destroyed, at: controller.path)
        let onDestroy = onDestroy
        self.onDestroy = nil
        end("the view controller was destroyed")
        onDestroy?()
    }

    // MARK: Calls without a result

    func notify<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, _ argument: repeat each In
    ) {
        guard let held else {
            process?.notify(method, at: controller.path, repeat each argument)
            return
        }
        let arguments = (repeat each argument)
        held.add(for: controller) { $0.notify(method, repeat each arguments) }
        // The reply to the causing call waits for the handover, as it otherwise waits for the process.
        process?.noteNotification()
    }

    // MARK: Calls with a result

    func updateContent(completion: @escaping @EventLoop () -> Void) {
        if let held {
            let isHeld = held.addCall(for: controller) { $0.updateContent(completion: completion) }
            return isHeld ? () : completion()
        }
        guard let process else { return completion() }
        process.call(Remote.updateContent, at: controller.path) { _ in completion() }
    }

    func action(_ name: String, view: UInt32, value: Variant, completion: @escaping Completion) {
        if let held { return hold(name, view: view, value: value, in: held, completion: completion) }
        guard let process else { return completion(.pluginUnavailable("plugin '\(plugin)': \(unavailabilityReason)")) }
        guard actions.count < Self.maximumActions else { return completion(full) }
        guard !process.isCongested else {
            return completion(.limitsExceeded("plugin '\(plugin)' does not read its messages; try again later"))
        }
        let (number, timeout) = (nextToken(), process.settings.actionDeadline)
        actions[number] = (deadline(of: name, timeout) { [unowned self] in close(number, $0) }, completion)
        process.call(Remote.action, at: controller.path, view, name, value) { [weak self] result in
            guard let self else { return }
            let error = result.pluginError
            // The copied state lacks this action, so the action succeeds only if the old process keeps running.
            guard let held, held.holdsResults else { return close(number, error) }
            held.add(for: controller) { [weak self] _ in self?.close(number, error) }
        }
    }

    /// Holds an action until the end of the handover, with the timeout of any other action.
    private func hold(
        _ name: String, view: UInt32, value: Variant, in held: HeldCalls, completion: @escaping Completion
    ) {
        var waiting: Completion? = completion
        let timeout = process?.settings.actionDeadline ?? HostingConfiguration().actionDeadline
        let deadline = deadline(of: name, timeout) { error in
            waiting?(error)
            waiting = nil
        }
        let isHeld = held.addCall(for: controller) { owner in
            deadline.cancel()
            guard let completion = waiting else { return }
            waiting = nil
            owner.action(name, view: view, value: value, completion: completion)
        }
        if !isHeld { completion(full) }
    }

    private func deadline(
        of action: String, _ milliseconds: Int, missed: @escaping @EventLoop (DBusError) -> Void
    ) -> LoopTimer {
        LoopTimer(after: UInt64(milliseconds)) { [plugin] in
            missed(.timeout("plugin '\(plugin)' did not handle '\(action)' within \(milliseconds) ms"))
        }
    }

    var full: DBusError {
        .limitsExceeded(
            "\(Self.maximumActions) actions already wait for view controller \(controller); try again later")
    }

    private func close(_ number: UInt64, _ error: DBusError?) {
        guard let action = actions.removeValue(forKey: number) else { return }
        action.deadline.cancel()
        action.completion(error)
    }
}

extension Result<Void, DBusError> {
    /// The error for the caller; nil for a success. Only names that a plugin can return are passed on.
    var pluginError: DBusError? {
        guard let error = failure else { return nil }
        let text = error.shortMessage
        let known: [DBusError] = [.invalidArgs(text), .notSupported(text), .limitsExceeded(text)]
        if let known = known.first(where: { $0.name == error.name }) { return known }
        return error.tabError == nil ? .pluginFailed(text) : DBusError(name: error.name, message: text)
    }
}

extension Result where Failure == DBusError {
    fileprivate var failure: DBusError? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}

extension DBusError {
    /// The maximum length of a text that a plugin process sends.
    fileprivate static let maximumText = 1000

    fileprivate var shortMessage: String { String(message.prefix(Self.maximumText)) }
}

/// A view controller of an isolated plugin, across restarts of its process.
@EventLoop
final class IsolatedController {
    let number: ViewControllerID
    let className: String
    let arguments: [String: Variant]
    /// Whether the plugin's own code requested it, and may request another one in its next life.
    let isOfPlugin: Bool
    /// The reason why its instance is skipped: it crashed earlier processes. nil for all others.
    var exclusionReason: String?
    /// The owner in the current life of the process, or in the last one.
    var owner: IsolatedOwner

    init(
        _ number: ViewControllerID, className: String, arguments: [String: Variant], isOfPlugin: Bool,
        owner: IsolatedOwner
    ) {
        self.number = number
        self.className = className
        self.arguments = arguments
        self.isOfPlugin = isOfPlugin
        self.owner = owner
    }
}
