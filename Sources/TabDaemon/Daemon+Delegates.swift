import DBusConnection
import DBusInterface
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
        switch delegate.receiver {
        case .client(let client):
            guard let connection else { return completion(true) }
            tree.announceChanges()
            connection.call(
                Contract.shouldSelectViewController, of: Contract.name, at: client.path, on: client.name,
                question.tabBarController.path, question.viewController.path, timeout: delegate.timeout
            ) { completion(delegate.decision($0)) }
        case .viewController(let id):
            let asked = DelegateQuestion.shouldSelect(question.viewController.rawValue)
            ask(id, asked, in: question.tabBarController, timeout: delegate.timeout) {
                completion(delegate.decision($0))
            }
        }
    }

    /// Asks how a change of tabs is drawn (`F-8`, `F-9`); no answer that can be used is no animation.
    func askForAnimation(
        _ delegate: TabBarDelegate, _ question: Question, from: ViewControllerID,
        completion: @escaping @EventLoop (Animation?) -> Void
    ) {
        announce(
            Tabs.animationControllerForTransition, of: Tabs.name, from: question.tabBarController.path,
            toAsk: delegate.receiver, from.path, question.viewController.path)
        switch delegate.receiver {
        case .client(let client):
            guard let connection else { return completion(nil) }
            connection.call(
                Contract.animationControllerForTransition, of: Contract.name, at: client.path, on: client.name,
                question.tabBarController.path, from.path, question.viewController.path, timeout: delegate.timeout
            ) { [unowned self] in completion(animation((try? $0.get())?.values ?? [:], of: delegate)) }
        case .viewController(let id):
            let asked = DelegateQuestion.animation(from: from.rawValue, to: question.viewController.rawValue)
            let completed: @EventLoop (DelegateAnswer) -> Void = { [unowned self] answer in
                guard case .given(let value) = answer else { return completion(nil) }
                completion(animation(value.get() ?? [:], of: delegate))
            }
            var answer: DelegateAnswer?
            var isAsking = true
            // What the plugin does meanwhile comes behind the change (S-24); the change itself is no part of that.
            inCallback {
                ask(id, asked, in: question.tabBarController, timeout: delegate.timeout) { given in
                    if isAsking { answer = given } else { completed(given) }
                }
            }
            isAsking = false
            if let answer { completed(answer) }
        }
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

    /// Asks a plugin's controller.
    func ask(
        _ id: ViewControllerID, _ question: DelegateQuestion, in subject: ViewControllerID, timeout: Int32,
        _ completion: @escaping @EventLoop (DelegateAnswer) -> Void
    ) {
        guard let owner = records[id]?.owner as? any DelegateOwner else { return completion(.notImplemented) }
        _ = PluginQuestion(question, in: subject.rawValue, to: owner, timeout: timeout, completion: completion)
    }

    // MARK: Telling

    func tellDelegate(of id: ViewControllerID, didSelect target: ViewControllerID) {
        let notice = DelegateNotice(.didSelect, [target.rawValue])
        tell(id, .didSelect, notice) { (connection, client) throws(DBusError) in
            try connection.notify(
                Contract.didSelectViewController, of: Contract.name, at: client.path, on: client.name, id.path,
                target.path)
        }
    }

    func tellDelegate(of id: ViewControllerID, willBeginCustomizing list: [ViewControllerID]) {
        let notice = DelegateNotice(.willBeginCustomizing, list.map(\.rawValue))
        tell(id, .willBeginCustomizing, notice) { (connection, client) throws(DBusError) in
            try connection.notify(
                Contract.willBeginCustomizingViewControllers, of: Contract.name, at: client.path, on: client.name,
                id.path, list.map(\.path))
        }
    }

    func tellDelegate(of id: ViewControllerID, willEndCustomizing list: [ViewControllerID], changed: Bool) {
        let notice = DelegateNotice(.willEndCustomizing, list.map(\.rawValue), changed: changed)
        tell(id, .willEndCustomizing, notice) { (connection, client) throws(DBusError) in
            try connection.notify(
                Contract.willEndCustomizingViewControllers, of: Contract.name, at: client.path, on: client.name,
                id.path, list.map(\.path), changed)
        }
    }

    func tellDelegate(of id: ViewControllerID, didEndCustomizing list: [ViewControllerID], changed: Bool) {
        let notice = DelegateNotice(.didEndCustomizing, list.map(\.rawValue), changed: changed)
        tell(id, .didEndCustomizing, notice) { (connection, client) throws(DBusError) in
            try connection.notify(
                Contract.didEndCustomizingViewControllers, of: Contract.name, at: client.path, on: client.name,
                id.path, list.map(\.path), changed)
        }
    }

    private func tell(
        _ id: ViewControllerID, _ callback: TabBarCallback, _ notice: DelegateNotice,
        client: (Connection, ClientObject) throws(DBusError) -> Void
    ) {
        guard let delegate = delegates[id], delegate.has(callback) else { return }
        switch delegate.receiver {
        case .client(let object):
            if let connection { try? client(connection, object) }
        case .viewController(let receiver):
            (records[receiver]?.owner as? any DelegateOwner)?.tell(notice, about: id.rawValue)
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
        tree.touch(id.path)
        guard let old else { return }
        if !isGone, old.receiver != delegate?.receiver { release(old, from: id) }
        answerOpenQuestion(of: id, old.onTimeout)
        finishTurn(of: id)
        if old.receiver != delegate?.receiver { finishInteractiveTransition(of: id) }
    }

    private func release(_ delegate: TabBarDelegate, from id: ViewControllerID) {
        switch delegate.receiver {
        case .client(let client):
            try? connection?.notify(Contract.released, of: Contract.name, at: client.path, on: client.name)
        case .viewController(let receiver):
            (records[receiver]?.owner as? any DelegateOwner)?.tell(DelegateNotice(.released), about: id.rawValue)
        }
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

    /// The delegate as the bus knows it: an object of a client, or of this service.
    func delegateObject(of id: ViewControllerID) -> ClientObject { object(of: delegates[id]?.receiver) }

    func object(of receiver: DelegateReceiver?) -> ClientObject {
        switch receiver {
        case .client(let client): client
        case .viewController(let id): ClientObject(name: connection?.uniqueName ?? "", path: id.path)
        case nil: .none
        }
    }
}
