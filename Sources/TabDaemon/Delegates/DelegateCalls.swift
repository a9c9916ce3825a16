import DBusConnection
import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// The delegates of tab bar controllers: asked and told over the bus, or straight in a plugin.
extension Daemon {
    private typealias Contract = TabBarControllerDelegateInterface
    private typealias Tabs = TabBarControllerInterface

    /// Asks whether a tap may select; the completion is called once, at the latest when the delegate's time is over.
    func ask(_ delegate: TabBarDelegate, _ question: Question, completion: @escaping @EventLoop (Bool) -> Void) {
        if delegate.client != nil { tree.announceChanges() }
        ask(
            delegate, .shouldSelect(question.viewController.rawValue), in: question.tabBarController,
            Contract.shouldSelectViewController, question.tabBarController.path, question.viewController.path
        ) { completion(delegate.decision($0)) }
    }

    /// Asks how a change of tabs is drawn (`F-8`, `F-9`); no answer that can be used is no animation.
    func askForAnimation(
        _ delegate: TabBarDelegate, _ question: Question, from: ViewControllerID,
        completion: @escaping @EventLoop (Animation?) -> Void
    ) {
        announce(
            Tabs.animationControllerForTransition, of: Tabs.name, from: question.tabBarController.path,
            toAsk: delegate.receiver, from.path, question.viewController.path)
        let completed: @EventLoop (DelegateAnswer) -> Void = { [unowned self] answer in
            completion(animation(answer.value?.get() ?? [:], of: delegate))
        }
        var answer: DelegateAnswer?
        var isAsking = true
        // What a plugin does meanwhile comes behind the change (S-24); the change itself is no part of that.
        inCallback {
            ask(
                delegate, .animation(from: from.rawValue, to: question.viewController.rawValue),
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
            log.warning("the animation of \(delegate.name) does not count: \(error.message)")
            return nil
        }
    }

    /// Sends the signal of a question right before it, when the delegate is there to be asked.
    func announce<each Argument: DBusType>(
        _ signal: Signal<repeat each Argument>, of interface: String, from path: ObjectPath,
        toAsk receiver: DelegateReceiver, _ argument: repeat each Argument
    ) {
        if case .viewController(let id) = receiver, !(records[id]?.owner is any DelegateOwner) { return }
        tree.announceChanges()
        emit(signal, of: interface, from: path, repeat each argument)
    }

    /// Asks the delegate of a tab bar controller, over the bus or straight in a plugin.
    func ask<Value: DBusType, each Argument: DBusType>(
        _ delegate: TabBarDelegate, _ question: DelegateQuestion, in id: ViewControllerID,
        _ method: Method<(repeat each Argument) -> Value>, _ argument: repeat each Argument,
        completion: @escaping @EventLoop (DelegateAnswer) -> Void
    ) {
        switch delegate.receiver {
        case .client(let client):
            guard let connection else { return completion(.notImplemented) }
            connection.call(
                method, of: Contract.name, at: client.path, on: client.name, repeat each argument,
                timeout: delegate.timeout
            ) { completion(delegate.answer($0)) }
        case .viewController(let receiver):
            ask(receiver, question, in: id, timeout: delegate.timeout, completion)
        }
    }

    /// Asks a plugin's view controller. The completion is called once, at the latest when the timeout expires.
    func ask(
        _ id: ViewControllerID, _ question: DelegateQuestion, in subject: ViewControllerID, timeout: Int32,
        _ completion: @escaping @EventLoop (DelegateAnswer) -> Void
    ) {
        guard let owner = records[id]?.owner as? any DelegateOwner else { return completion(.notImplemented) }
        let deadline = Deadline(milliseconds: UInt64(timeout)) { completion($0 ?? .failed) }
        let token = owner.ask(question, in: subject.rawValue) { deadline.meet($0) }
        deadline.onTimeout = { owner.withdraw(token) }
    }

    // MARK: Telling

    func tellDelegate(of id: ViewControllerID, didSelect target: ViewControllerID) {
        let notice = DelegateNotice(.didSelect, [target.rawValue])
        tell(id, .didSelect, notice, Contract.didSelectViewController, id.path, target.path)
    }

    func tellDelegate(of id: ViewControllerID, willBeginCustomizing list: [ViewControllerID]) {
        let notice = DelegateNotice(.willBeginCustomizing, list.map(\.rawValue))
        tell(
            id, .willBeginCustomizing, notice, Contract.willBeginCustomizingViewControllers, id.path, list.map(\.path))
    }

    func tellDelegate(of id: ViewControllerID, willEndCustomizing list: [ViewControllerID], changed: Bool) {
        let notice = DelegateNotice(.willEndCustomizing, list.map(\.rawValue), changed: changed)
        tell(
            id, .willEndCustomizing, notice, Contract.willEndCustomizingViewControllers, id.path, list.map(\.path),
            changed)
    }

    func tellDelegate(of id: ViewControllerID, didEndCustomizing list: [ViewControllerID], changed: Bool) {
        let notice = DelegateNotice(.didEndCustomizing, list.map(\.rawValue), changed: changed)
        tell(
            id, .didEndCustomizing, notice, Contract.didEndCustomizingViewControllers, id.path, list.map(\.path),
            changed)
    }

    private func tell<each Argument: DBusType>(
        _ id: ViewControllerID, _ callback: TabBarCallback, _ notice: DelegateNotice,
        _ method: Method<(repeat each Argument) -> Void>, _ argument: repeat each Argument
    ) {
        guard let delegate = delegates[id], delegate.has(callback) else { return }
        tell(delegate.receiver, notice, about: id, method, of: Contract.name, repeat each argument)
    }

    /// Calls a method of a delegate that has no result, over the bus or straight in a plugin.
    func tell<each Argument: DBusType>(
        _ receiver: DelegateReceiver, _ notice: DelegateNotice, about subject: ViewControllerID,
        _ method: Method<(repeat each Argument) -> Void>, of interface: String, _ argument: repeat each Argument
    ) {
        switch receiver {
        case .client(let client):
            try? connection?.notify(method, of: interface, at: client.path, on: client.name, repeat each argument)
        case .viewController(let id):
            (records[id]?.owner as? any DelegateOwner)?.notify(notice, about: subject.rawValue)
        }
    }

    // MARK: Who it is

    /// Replaces or clears the delegate. An open question is answered with what the old one said for that case, and the
    /// transition that it alone could end is finished.
    ///
    /// - Parameter isGone: whether there is nobody left to be told.
    func setDelegate(_ delegate: TabBarDelegate?, of id: ViewControllerID, isGone: Bool) {
        let old = delegates[id]
        guard old != nil || delegate != nil else { return }
        delegates[id] = delegate
        tree.markChanged(id.path)
        guard let old else { return }
        if !isGone, old.receiver != delegate?.receiver {
            tell(old.receiver, DelegateNotice(.released), about: id, Contract.released, of: Contract.name)
        }
        answerOpenQuestion(of: id, old.onTimeout)
        finishTurn(of: id)
        if old.receiver != delegate?.receiver { finishInteractiveTransition(of: id) }
    }

    /// A controller is gone: it is nobody's delegate any more.
    func endDelegacies(of id: ViewControllerID) {
        for (tabs, delegate) in delegates where delegate.receiver == .viewController(id) {
            setDelegate(nil, of: tabs, isGone: true)
        }
        for (presented, delegate) in popoverDelegates where delegate.receiver == .viewController(id) {
            setPopoverDelegate(nil, of: presented, isGone: true)
        }
    }

    /// A delegate as the bus knows it: an object of a client, or of this service.
    func object(of receiver: DelegateReceiver?) -> ClientObject {
        switch receiver {
        case .client(let client): client
        case .viewController(let id): ClientObject(name: connection?.uniqueName ?? "", path: id.path)
        case nil: .none
        }
    }
}
