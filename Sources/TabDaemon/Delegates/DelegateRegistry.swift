import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// The delegates of tab bar controllers and popovers, and the calls to them: over the bus or directly in a plugin.
@EventLoop
final class DelegateRegistry: DaemonPart {
    let core: Core
    let questions = OpenQuestions()

    private var delegates: [DelegateSubject: Delegate] = [:]
    /// What each receiver is the delegate of.
    private var subjects = HolderIndex<Holder, DelegateSubject>()
    /// The numbers of the popovers that the delegates belong to.
    private var popoverNumbers: [ViewControllerID: UInt64] = [:]

    init(core: Core) { self.core = core }

    private typealias Contract = TabBarControllerDelegateInterface
    private typealias Tabs = TabBarControllerInterface

    /// The number of delegates.
    var count: Int { delegates.count }

    // MARK: Registration

    subscript(subject: DelegateSubject) -> Delegate? { delegates[subject] }

    func ofTabBarController(_ id: ViewControllerID) -> Delegate? { delegates[.tabBarController(id)] }

    func ofPopover(_ id: ViewControllerID) -> Delegate? { delegates[.popover(id)] }

    /// Replaces or removes a delegate.
    ///
    /// - Returns: The old delegate.
    func replace(_ delegate: Delegate?, of subject: DelegateSubject) -> Delegate? {
        let old = delegates[subject]
        subjects.remove(subject, of: old.map { Holder($0.receiver) })
        subjects.insert(subject, of: delegate.map { Holder($0.receiver) })
        delegates[subject] = delegate
        if case .popover(let id) = subject { popoverNumbers[id] = delivery.hierarchy.nodes.popoverNumber(of: id) }
        return old
    }

    /// Forgets the delegate of an earlier popover, and withdraws its open questions. A callback may already have set
    /// one for the new popover.
    ///
    /// - Parameter number: The number of the popover that has ended.
    func popoverEnded(_ number: UInt64, of id: ViewControllerID) {
        guard popoverNumbers[id] == number else { return }
        _ = replace(nil, of: .popover(id))
        questions.withdrawAll(about: .popover(id))
    }

    /// Forgets a destroyed view controller.
    func remove(_ id: ViewControllerID) { popoverNumbers[id] = nil }

    // MARK: Questions

    /// Asks the delegate whether the user may select or close a tab. The completion is called once, at the latest when
    /// the timeout expires.
    func askForPermission(
        _ delegate: Delegate, _ question: Question, completion: @escaping @EventLoop (Bool) -> Void
    ) {
        if delegate.client != nil { bus.tree.announceChanges() }
        ask(
            delegate, about: .tabBarController(question.tabBarController),
            question.kind == .shouldClose ? Contract.shouldClose : Contract.shouldSelectViewController,
            question.tabBarController.path, question.viewController.path
        ) { completion(delegate.decision($0)) }
    }

    /// Asks the delegate for the animation of a tab change (`F-8`, `F-9`). An invalid answer means no animation.
    func askForAnimation(
        _ delegate: Delegate, _ question: Question, from: ViewControllerID,
        completion: @escaping @EventLoop (Animation?) -> Void
    ) {
        announce(
            Tabs.animationControllerForTransition, from: question.tabBarController.path,
            toAsk: delegate.receiver, from.path, question.viewController.path)
        let completed: @EventLoop (DelegateAnswer<Options>) -> Void = { [unowned self] answer in
            completion(animation(answer.value?.values ?? [:], of: delegate))
        }
        var answer: DelegateAnswer<Options>?
        var isAsking = true
        // Commands of the plugin are deferred until after the change (S-24); the change itself is not.
        delivery.inCallback {
            ask(
                delegate, about: .tabBarController(question.tabBarController),
                Contract.animationControllerForTransition,
                question.tabBarController.path, from.path, question.viewController.path
            ) { given in
                if isAsking { answer = given } else { completed(given) }
            }
        }
        isAsking = false
        if let answer { completed(answer) }
    }

    private func animation(_ answer: [String: Variant], of delegate: Delegate) -> Animation? {
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

    /// Puts a question to a delegate: to an object of a client, or to the owner of a plugin's view controller. The
    /// completion is called once, at the latest when the timeout expires.
    func ask<each Argument: DBusType, each Value: DBusType>(
        _ delegate: Delegate, about subject: DelegateSubject,
        _ method: Method<(repeat each Argument) -> (repeat each Value)>, _ argument: repeat each Argument,
        completion: @escaping @EventLoop (DelegateAnswer<(repeat each Value)>) -> Void
    ) {
        let question = questions.open(about: subject)
        switch delegate.receiver {
        case .client(let client):
            guard let connection = bus.connection(to: client.name) else {
                questions.close(question)
                return completion(.failed)
            }
            let serial = connection.call(
                method, at: client.path, on: client.name, repeat each argument, timeout: delegate.timeout
            ) { [questions] result in
                if case .failure(let error) = result, error.name == DBusError.Name.noReply, !error.isFromCallee {
                    questions.withdraw(question)
                }
                questions.close(question)
                completion(delegate.answer(from: result))
            }
            guard delegate.names(subject.questionWithdrawn), serial != 0 else { return }
            question.onWithdrawal = { [bus] in
                try? bus.connection(to: client.name)?.notify(
                    subject.questionWithdrawn, at: client.path, on: client.name, serial)
            }
        case .viewController(let id):
            guard let owner = records[id]?.owner as? any DelegateOwner else {
                questions.close(question)
                return completion(.notImplemented)
            }
            let deadline = Deadline<DelegateAnswer<(repeat each Value)>>(milliseconds: UInt64(delegate.timeout)) {
                [questions] in
                if $0 == nil { questions.withdraw(question) }
                questions.close(question)
                completion($0 ?? .failed)
            }
            let token = owner.ask(method, repeat each argument) { deadline.meet(delegate.answer(from: $0)) }
            guard deadline.isRunning else { return }
            // New code may have taken over the question.
            let withdraw: @EventLoop () -> Void = { [records] in
                (records[id]?.owner as? any DelegateOwner)?.withdrawQuestion(token)
            }
            // The plugin may have ended the popover, or replaced the delegate, when it was asked.
            if question.isOpen { question.onWithdrawal = withdraw } else { withdraw() }
        }
    }

    // MARK: Notifications

    /// Notifies a delegate, if it has the method.
    func notify<each Argument: DBusType>(
        delegateOf subject: DelegateSubject, _ method: Method<(repeat each Argument) -> Void>,
        _ argument: repeat each Argument
    ) {
        guard let delegate = delegates[subject], delegate.has(method) else { return }
        notify(delegate.receiver, method, repeat each argument)
    }

    private func notify<each Argument: DBusType>(
        _ receiver: DelegateReceiver, _ method: Method<(repeat each Argument) -> Void>,
        _ argument: repeat each Argument
    ) {
        switch receiver {
        case .client(let client):
            try? bus.connection(to: client.name)?.notify(
                method, at: client.path, on: client.name, repeat each argument)
        case .viewController(let id):
            (records[id]?.owner as? any DelegateOwner)?.notify(method, repeat each argument)
        }
    }

    /// Tells a delegate that it was replaced or removed.
    func released(_ delegate: Delegate, of subject: DelegateSubject) {
        let isClient = delegate.client != nil
        if !isClient || delegate.names(subject.releasedBy) {
            notify(delegate.receiver, subject.releasedBy, subject.id.path)
        }
        if isClient { notify(delegate.receiver, subject.released) }
    }

    // MARK: Receivers

    /// Whether a caller is a delegate: the client with its object, or the plugin of its view controller.
    func isCaller(_ caller: String, _ receiver: DelegateReceiver) -> Bool {
        switch receiver {
        case .client(let client): client.name == caller
        case .viewController(let id): PluginCaller.plugin(caller).map { records[id]?.isOwned(by: $0) == true } ?? false
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
        let holder = Holder.client(client)
        try quotas.require(
            quotas.limits.delegates, "delegate", "delegates", for: 1,
            own: subjects.count(of: holder), used: count)
    }

    // MARK: Lookups by delegate

    /// A client with all its objects, or a view controller of a plugin.
    enum Holder: Hashable {
        case client(String)
        case viewController(ViewControllerID)

        init(_ receiver: DelegateReceiver) {
            switch receiver {
            case .client(let client): self = .client(client.name)
            case .viewController(let id): self = .viewController(id)
            }
        }
    }

    /// What this is the delegate of: tab bar controllers, then popovers, each in the order of creation.
    func subjects(of holder: Holder) -> [DelegateSubject] { subjects.things(of: holder) }

    /// The clients that are delegates.
    var clients: [String] {
        subjects.holders.compactMap { if case .client(let name) = $0 { name } else { nil } }
    }
}
