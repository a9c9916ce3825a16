import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// The delegates of tab bar controllers: asked and told over the bus, or straight in a plugin.
extension Daemon {
    /// Asks whether a tap may select; the completion is called once, at the latest when the delegate's time is over.
    func ask(_ delegate: TabBarDelegate, _ question: Question, completion: @escaping @EventLoop (Bool) -> Void) {
        switch delegate.receiver {
        case .client(let client):
            guard let connection else { return completion(true) }
            tree.announceChanges()
            connection.call(
                TabBarControllerDelegateInterface.shouldSelectViewController,
                of: TabBarControllerDelegateInterface.name, at: client.path, on: client.name,
                question.tabBarController.path, question.viewController.path, timeout: delegate.timeout
            ) { completion(delegate.decision($0)) }
        case .viewController(let id): ask(id, delegate, question, completion)
        }
    }

    private func ask(
        _ id: ViewControllerID, _ delegate: TabBarDelegate, _ question: Question,
        _ completion: @escaping @EventLoop (Bool) -> Void
    ) {
        guard let owner = records[id]?.owner as? any TabBarDelegateOwner else { return completion(true) }
        PluginQuestion(owner, onTimeout: delegate.onTimeout, timeout: delegate.timeout, completion: completion)
            .ask(question.viewController.rawValue, in: question.tabBarController.rawValue)
    }

    func tellDelegate(of id: ViewControllerID, didSelect target: ViewControllerID) {
        guard let delegate = delegates[id], delegate.has("DidSelectViewController") else { return }
        switch delegate.receiver {
        case .client(let client):
            try? connection?.notify(
                TabBarControllerDelegateInterface.didSelectViewController, of: TabBarControllerDelegateInterface.name,
                at: client.path, on: client.name, id.path, target.path)
        case .viewController(let receiver):
            (records[receiver]?.owner as? any TabBarDelegateOwner)?.didSelect(target.rawValue, in: id.rawValue)
        }
    }

    /// Replaces or clears the delegate. An open question is answered with what the old one said for that case.
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
    }

    private func release(_ delegate: TabBarDelegate, from id: ViewControllerID) {
        switch delegate.receiver {
        case .client(let client):
            try? connection?.notify(
                TabBarControllerDelegateInterface.released, of: TabBarControllerDelegateInterface.name,
                at: client.path, on: client.name)
        case .viewController(let receiver):
            (records[receiver]?.owner as? any TabBarDelegateOwner)?.delegateReleased(by: id.rawValue)
        }
    }

    /// A controller is gone: it is nobody's delegate any more.
    func endDelegacies(of id: ViewControllerID) {
        for (tabs, delegate) in delegates where delegate.receiver == .viewController(id) {
            setDelegate(nil, of: tabs, isGone: true)
        }
    }

    /// The delegate as the bus knows it: an object of a client, or of this service.
    func delegateObject(of id: ViewControllerID) -> ClientObject {
        switch delegates[id]?.receiver {
        case .client(let client): client
        case .viewController(let receiver):
            ClientObject(name: connection?.uniqueName ?? "", path: receiver.path)
        case nil: .none
        }
    }
}
