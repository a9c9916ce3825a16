internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// A view controller in a plugin process. Every call crosses the private connection, and the daemon waits for none.
///
/// It belongs to one life of the process. The next life gets new owners.
@EventLoop
final class IsolatedOwner: ContentOwner {
    static let maximumActions = 64

    let controller: ViewControllerID
    private let plugin: String
    /// nil while no process runs for it. Then nothing is sent, and requests fail with `unavailabilityReason`.
    private(set) var process: PluginProcess?
    var unavailabilityReason = "it is starting"
    private var birth = Birth.awaited([])
    private var actions: [UInt64: (deadline: LoopTimer, completion: @EventLoop (DBusError?) -> Void)] = [:]
    private var lastNumber: UInt64 = 0
    /// The open questions.
    var openQuestions: Set<UInt64> = []
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

    private enum Birth {
        case awaited([@EventLoop (DBusError?) -> Void])
        case made
        case failed(DBusError)
    }

    typealias Wire = HostedPluginInterface

    init(_ controller: ViewControllerID, plugin: String) {
        self.controller = controller
        self.plugin = plugin
    }

    // MARK: Life

    /// Requests the instance from a process that is ready.
    func begin(
        in process: PluginProcess, className: String, arguments: [String: Variant],
        completion: @escaping @EventLoop (DBusError?) -> Void
    ) {
        self.process = process
        hasBegun = true
        process.throttle?.allowInstance()
        process.call(Wire.create, controller, className, arguments) { [weak self] result in
            guard let self, self.process != nil else { return }
            switch result {
            case .success: finishCreation(nil)
            case .failure(let error): finishCreation(error.ofPlugin)
            }
            completion(self.failure)
        }
    }

    /// The plugin process creates the instance itself, and calls `InstanceMade` afterwards.
    func begin(madeBy process: PluginProcess) {
        self.process = process
        hasBegun = true
    }

    /// The plugin process has created the instance itself.
    func noteInstance() { finishCreation(nil) }

    /// Calls back when the instance exists, or with the reason why it does not.
    func whenReady(_ completion: @escaping @EventLoop (DBusError?) -> Void) {
        switch birth {
        case .awaited(let others): birth = .awaited(others + [completion])
        case .made: completion(nil)
        case .failed(let error): completion(error)
        }
    }

    var isAwaited: Bool { if case .awaited = birth { true } else { false } }
    var isMade: Bool { if case .made = birth { true } else { false } }

    /// The error when the instance could not be created.
    var failure: DBusError? { if case .failed(let error) = birth { error } else { nil } }

    private func finishCreation(_ error: DBusError?) {
        guard case .awaited(let waiting) = birth else { return }
        birth = error.map { .failed($0) } ?? .made
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
        guard case .awaited(let waiting) = birth else { return }
        birth = .awaited([])
        for completion in waiting { other.whenReady(completion) }
    }

    func nextToken() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    func destroy() {
        process?.notify(Wire.destroy, controller)
        let onDestroy = onDestroy
        self.onDestroy = nil
        end("the view controller was destroyed")
        onDestroy?()
    }

    // MARK: Calls without a result

    func notify<each In: DBusType>(
        _ method: Method<(ViewControllerID, repeat each In) -> Void>, _ argument: repeat each In
    ) {
        guard let held else {
            process?.notify(method, controller, repeat each argument)
            return
        }
        let arguments = (repeat each argument)
        held.add(for: controller) { $0.notify(method, repeat each arguments) }
        // The reply to the causing call waits for the handover, as it otherwise waits for the process.
        process?.noteNotification()
    }

    func viewDidLoad() { notify(Wire.viewDidLoad) }
    func viewWillAppear(animated: Bool) { notify(Wire.viewWillAppear, animated) }
    func viewIsAppearing(animated: Bool) { notify(Wire.viewIsAppearing, animated) }
    func viewDidAppear(animated: Bool) { notify(Wire.viewDidAppear, animated) }
    func viewWillDisappear(animated: Bool) { notify(Wire.viewWillDisappear, animated) }
    func viewDidDisappear(animated: Bool) { notify(Wire.viewDidDisappear, animated) }
    func willMove(toParent parent: ViewControllerID?) { notify(Wire.willMoveToParent, parent) }
    func didMove(toParent parent: ViewControllerID?) { notify(Wire.didMoveToParent, parent) }
    func viewWillLayout(bounds: DBusRect, safeArea: DBusInsets) { notify(Wire.viewWillLayout, bounds, safeArea) }
    func traitsChanged(_ traits: Traits) { notify(Wire.traitsChanged, traits.names) }
    func barButtonItemActivated(_ item: UInt32) { notify(Wire.barButtonItemActivated, item) }
    func tabBarDidSelect(_ position: UInt32) { notify(Wire.tabBarDidSelect, position) }
    func presentationEnded() { notify(Wire.presentationEnded) }

    func alertAnswered(_ alert: UInt64, action: UInt32, texts: [String]) {
        notify(Wire.alertAnswered, alert, action, texts)
    }

    // MARK: Calls with a result

    func updateContent(completion: @escaping @EventLoop () -> Void) {
        if let held {
            let isHeld = held.addCall(for: controller) { $0.updateContent(completion: completion) }
            return isHeld ? () : completion()
        }
        guard let process else { return completion() }
        process.call(Wire.updateContent, controller) { _ in completion() }
    }

    func action(
        _ name: String, view: UInt32, value: Variant, completion: @escaping @EventLoop (DBusError?) -> Void
    ) {
        if let held { return hold(name, view: view, value: value, in: held, completion: completion) }
        guard let process else { return completion(.pluginUnavailable("plugin '\(plugin)': \(unavailabilityReason)")) }
        guard actions.count < Self.maximumActions else { return completion(full) }
        guard !process.isCongested else {
            return completion(
                .limitsExceeded("plugin '\(plugin)' does not read its messages; try again later"))
        }
        let (number, timeout) = (nextToken(), process.settings.actionDeadline)
        actions[number] = (deadline(of: name, timeout) { [unowned self] in close(number, $0) }, completion)
        process.call(Wire.action, controller, view, name, value) { [weak self] result in
            guard let self else { return }
            var error: DBusError?
            if case .failure(let failure) = result { error = failure.ofPlugin }
            // The copied state lacks this action, so the action succeeds only if the old process keeps running.
            guard let held, held.holdsResults else { return close(number, error) }
            held.add(for: controller) { [weak self] _ in self?.close(number, error) }
        }
    }

    /// Holds an action until the end of the handover, with the timeout of any other action.
    private func hold(
        _ name: String, view: UInt32, value: Variant, in held: HeldCalls,
        completion: @escaping @EventLoop (DBusError?) -> Void
    ) {
        var waiting: (@EventLoop (DBusError?) -> Void)? = completion
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

    private var full: DBusError {
        .limitsExceeded(
            "\(Self.maximumActions) actions already wait for view controller \(controller); try again later")
    }

    private func close(_ number: UInt64, _ error: DBusError?) {
        guard let action = actions.removeValue(forKey: number) else { return }
        action.deadline.cancel()
        action.completion(error)
    }
}

extension DBusError {
    private static let maximumText = 1000

    /// The error for the caller. Only names that a plugin can return are passed on.
    var ofPlugin: DBusError {
        let text = String(message.prefix(Self.maximumText))
        let known: [DBusError] = [.invalidArgs(text), .notSupported(text), .limitsExceeded(text)]
        if let error = known.first(where: { $0.name == name }) { return error }
        return tabError == nil ? .pluginFailed(text) : DBusError(name: name, message: text)
    }
}
