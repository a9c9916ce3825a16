import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// The delegates of tab bar controllers and popovers, and the calls to them: over the bus or directly in a plugin.
@EventLoop
final class DelegateRegistry {
    private let bus: Bus
    private let delivery: EventDelivery
    private let quotas: Quotas
    private let records: ControllerRecords

    private(set) var ofTabBars: [ViewControllerID: TabBarDelegate] = [:]
    private(set) var ofPopovers: [ViewControllerID: PopoverDelegate] = [:]
    /// The popover numbers that the entries of `ofPopovers` belong to.
    private var popoverNumbers: [ViewControllerID: UInt64] = [:]

    init(bus: Bus, delivery: EventDelivery, quotas: Quotas, records: ControllerRecords) {
        self.bus = bus
        self.delivery = delivery
        self.quotas = quotas
        self.records = records
    }

    private typealias Contract = TabBarControllerDelegateInterface
    private typealias Tabs = TabBarControllerInterface

    /// The number of delegates.
    var count: Int { ofTabBars.count + ofPopovers.count }

    // MARK: Registration

    /// Replaces or removes the delegate of a tab bar controller.
    ///
    /// - Returns: The old delegate.
    func replace(_ delegate: TabBarDelegate?, of id: ViewControllerID) -> TabBarDelegate? {
        defer { ofTabBars[id] = delegate }
        return ofTabBars[id]
    }

    /// Replaces or removes the delegate of a popover.
    ///
    /// - Returns: The old delegate.
    func replace(_ delegate: PopoverDelegate?, ofPopover id: ViewControllerID) -> PopoverDelegate? {
        defer {
            ofPopovers[id] = delegate
            popoverNumbers[id] = delivery.hierarchy.nodes.popoverNumber(of: id)
        }
        return ofPopovers[id]
    }

    /// Forgets the delegate of an earlier popover. A callback may already have set one for the new popover.
    ///
    /// - Parameter number: The number of the popover that has ended.
    func popoverEnded(_ number: UInt64, of id: ViewControllerID) {
        if popoverNumbers[id] == number { ofPopovers[id] = nil }
    }

    /// Forgets a destroyed view controller.
    func remove(_ id: ViewControllerID) { popoverNumbers[id] = nil }

    // MARK: Questions

    /// Asks the delegate whether a tap may select. The completion is called once, at the latest when the timeout
    /// expires.
    func askShouldSelect(
        _ delegate: TabBarDelegate, _ question: Question, completion: @escaping @EventLoop (Bool) -> Void
    ) {
        if delegate.client != nil { bus.tree.announceChanges() }
        putQuestion(
            .shouldSelect(question.viewController), to: delegate, in: question.tabBarController,
            Contract.shouldSelectViewController, question.tabBarController.path, question.viewController.path
        ) { completion(delegate.decision($0)) }
    }

    /// Asks the delegate for the animation of a tab change (`F-8`, `F-9`). An invalid answer means no animation.
    func askForAnimation(
        _ delegate: TabBarDelegate, _ question: Question, from: ViewControllerID,
        completion: @escaping @EventLoop (Animation?) -> Void
    ) {
        announce(
            Tabs.animationControllerForTransition, from: question.tabBarController.path,
            toAsk: delegate.receiver, from.path, question.viewController.path)
        let completed: @EventLoop (DelegateAnswer) -> Void = { [unowned self] answer in
            completion(animation(answer.value?.get() ?? [:], of: delegate))
        }
        var answer: DelegateAnswer?
        var isAsking = true
        // Commands of the plugin are deferred until after the change (S-24); the change itself is not.
        delivery.inCallback {
            putQuestion(
                .animation(from: from, to: question.viewController), to: delegate,
                in: question.tabBarController, Contract.animationControllerForTransition,
                question.tabBarController.path, from.path, question.viewController.path
            ) { given in
                if isAsking { answer = given } else { completed(given) }
            }
        }
        isAsking = false
        if let answer { completed(answer) }
    }

    private func animation(_ answer: [String: Variant], of delegate: TabBarDelegate) -> Animation? {
        do throws(DBusError) {
            return try Animation(answer)
        } catch {
            log.warning("ignoring the animation from \(delegate.name): \(error.message)")
            return nil
        }
    }

    /// Sends the signal for a question directly before the question, if the delegate can be asked.
    func announce<each Argument: DBusType>(
        _ signal: Signal<repeat each Argument>, from path: ObjectPath,
        toAsk receiver: DelegateReceiver, _ argument: repeat each Argument
    ) {
        if case .viewController(let id) = receiver, !(records[id]?.owner is any DelegateOwner) { return }
        bus.tree.announceChanges()
        bus.emit(signal, from: path, repeat each argument)
    }

    /// Puts a question to the delegate of a tab bar controller, over the bus or directly in a plugin.
    func putQuestion<Value: DBusType, each Argument: DBusType>(
        _ question: DelegateQuestion, to delegate: TabBarDelegate, in id: ViewControllerID,
        _ method: Method<(repeat each Argument) -> Value>, _ argument: repeat each Argument,
        completion: @escaping @EventLoop (DelegateAnswer) -> Void
    ) {
        switch delegate.receiver {
        case .client(let client):
            guard let connection = bus.connection(to: client.name) else { return completion(.notImplemented) }
            connection.call(
                method, at: client.path, on: client.name, repeat each argument,
                timeout: delegate.timeout
            ) { completion(delegate.answer(from: $0)) }
        case .viewController(let receiver):
            putQuestion(question, toOwnerOf: receiver, in: id, timeout: delegate.timeout, completion)
        }
    }

    /// Puts a question to a plugin's view controller. The completion is called once, at the latest when the timeout
    /// expires.
    func putQuestion(
        _ question: DelegateQuestion, toOwnerOf id: ViewControllerID, in subject: ViewControllerID, timeout: Int32,
        _ completion: @escaping @EventLoop (DelegateAnswer) -> Void
    ) {
        guard let owner = records[id]?.owner as? any DelegateOwner else { return completion(.notImplemented) }
        let deadline = Deadline(milliseconds: UInt64(timeout)) { completion($0 ?? .failed) }
        let token = owner.putQuestion(question, in: subject) { deadline.meet($0) }
        deadline.onTimeout = { owner.withdrawQuestion(token) }
    }

    func notifyDelegate(of id: ViewControllerID, didSelect target: ViewControllerID) {
        let notice = DelegateNotice(.didSelect, [target])
        notifyDelegate(id, .didSelect, notice, Contract.didSelectViewController, id.path, target.path)
    }

    func notifyDelegate(of id: ViewControllerID, willBeginCustomizing list: [ViewControllerID]) {
        let notice = DelegateNotice(.willBeginCustomizing, list)
        notifyDelegate(
            id, .willBeginCustomizing, notice, Contract.willBeginCustomizingViewControllers, id.path, list.map(\.path))
    }

    func notifyDelegate(of id: ViewControllerID, willEndCustomizing list: [ViewControllerID], changed: Bool) {
        let notice = DelegateNotice(.willEndCustomizing, list, changed: changed)
        notifyDelegate(
            id, .willEndCustomizing, notice, Contract.willEndCustomizingViewControllers, id.path, list.map(\.path),
            changed)
    }

    func notifyDelegate(of id: ViewControllerID, didEndCustomizing list: [ViewControllerID], changed: Bool) {
        let notice = DelegateNotice(.didEndCustomizing, list, changed: changed)
        notifyDelegate(
            id, .didEndCustomizing, notice, Contract.didEndCustomizingViewControllers, id.path, list.map(\.path),
            changed)
    }

    private func notifyDelegate<each Argument: DBusType>(
        _ id: ViewControllerID, _ callback: TabBarCallback, _ notice: DelegateNotice,
        _ method: Method<(repeat each Argument) -> Void>, _ argument: repeat each Argument
    ) {
        guard let delegate = ofTabBars[id], delegate.has(callback) else { return }
        notify(delegate.receiver, notice, about: id, method, repeat each argument)
    }

    /// Calls a delegate method without a result, over the bus or directly in a plugin.
    func notify<each Argument: DBusType>(
        _ receiver: DelegateReceiver, _ notice: DelegateNotice, about subject: ViewControllerID,
        _ method: Method<(repeat each Argument) -> Void>, _ argument: repeat each Argument
    ) {
        switch receiver {
        case .client(let client):
            try? bus.connection(to: client.name)?.notify(
                method, at: client.path, on: client.name, repeat each argument)
        case .viewController(let id):
            (records[id]?.owner as? any DelegateOwner)?.notify(notice, about: subject)
        }
    }

    /// The bus object of a delegate: of a client or of this service.
    func object(of receiver: DelegateReceiver?) -> ClientObject {
        switch receiver {
        case .client(let client): client
        case .viewController(let id): ClientObject(name: bus.connection?.uniqueName ?? "", path: id.path)
        case nil: .none
        }
    }

    /// Throws `LimitsExceeded` if the client can't become another delegate.
    ///
    /// - Parameter present: The delegate that is replaced. A client that replaces its own needs no quota.
    func requireDelegate(of client: String, insteadOf present: DelegateReceiver?) throws(DBusError) {
        if case .client(let object)? = present, object.name == client { return }
        let names = ofTabBars.values.map { $0.client?.name } + ofPopovers.values.map { $0.client?.name }
        try quotas.require(
            quotas.limits.delegates, "delegate", "delegates", for: 1, own: names.count { $0 == client },
            used: names.count)
    }

    func notifyPopoverDelegate<each Argument: DBusType>(
        _ id: ViewControllerID, _ callback: PopoverCallback, _ notice: DelegateNotice,
        _ method: Method<(repeat each Argument) -> Void>, _ argument: repeat each Argument
    ) {
        guard let delegate = ofPopovers[id], delegate.has(callback) else { return }
        notify(delegate.receiver, notice, about: id, method, repeat each argument)
    }
}
