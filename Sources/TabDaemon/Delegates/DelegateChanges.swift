import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The replacement and removal of delegates.
@EventLoop
final class DelegateChanges: DaemonPart {
    let core: Core
    private let access: PluginAccess
    private let gestures: GestureQueues
    private let popoverQuestions: PopoverQuestions
    let transitions: TransitionClock

    var delegates: DelegateRegistry { transitions.delegates }

    init(
        core: Core, access: PluginAccess, gestures: GestureQueues, popoverQuestions: PopoverQuestions,
        transitions: TransitionClock
    ) {
        self.core = core
        self.access = access
        self.gestures = gestures
        self.popoverQuestions = popoverQuestions
        self.transitions = transitions
    }

    /// The bus object that is a delegate.
    func delegate(of subject: DelegateSubject) -> ClientObject { delegates.object(of: delegates[subject]?.receiver) }

    /// Makes an object of a client, or a view controller of a plugin, a delegate.
    func setDelegate(
        _ path: ObjectPath, of subject: DelegateSubject, for client: String, _ options: Options
    ) throws(DBusError) {
        let timeout = settings.deadlines.delegate
        if let plugin = PluginCaller.plugin(client) {
            guard let owner = TabNames.viewController(of: path), access.owns(owner, plugin) else {
                throw .unknownObject("'\(path.text.prefix(200))' is not a view controller of plugin '\(plugin)'")
            }
            guard delegates[subject]?.receiver != .viewController(owner) else { return }
            return setDelegate(Delegate(owner, timeout: Int32(timeout)), of: subject, isGone: false)
        }
        let delegate = try Delegate(path, of: client, for: subject, options, timeout: UInt64(timeout))
        try delegates.requireDelegate(of: client, insteadOf: delegates[subject]?.receiver)
        setDelegate(delegate, of: subject, isGone: false)
    }

    /// Replaces or removes a delegate. An open question gets the old delegate's `OnTimeout` answer. An interactive
    /// transition is finished unless the delegate is the same object.
    ///
    /// - Parameter isGone: Whether the old delegate no longer exists and can't be notified.
    func setDelegate(_ delegate: Delegate?, of subject: DelegateSubject, isGone: Bool) {
        guard delegate != nil || delegates[subject] != nil else { return }
        let old = delegates.replace(delegate, of: subject)
        bus.tree.markChanged(subject.id.path)
        if case .popover(let id) = subject {
            let methods = Set(PopoverCallback.allCases.filter { delegate?.has(methodNamed: $0.rawValue) == true })
            try? delivery.perform { try $0.setPopoverDelegate(has: methods, of: id) }
        }
        guard let old else { return }
        let isOther = old.receiver != delegate?.receiver
        delegates.questions.withdrawAll(about: subject)
        if !isGone, isOther { delegates.released(old, of: subject) }
        switch subject {
        case .tabBarController(let id):
            gestures.answerOpenQuestion(of: id, old.onTimeout)
            transitions.finishOrientationChange(of: id)
            if isOther { transitions.finishInteractiveTransition(of: id) }
        case .popover(let id):
            guard let question = delivery.hierarchy.nodes.openPopoverQuestion(of: id) else { return }
            popoverQuestions.finish(question, with: question.kind == .shouldDismiss ? .allowed(old.onTimeout) : .none)
        }
    }

    /// Removes the delegates of a destroyed view controller, and the view controller where it is a delegate.
    func removeDelegates(of id: ViewControllerID) {
        setDelegate(nil, of: .tabBarController(id), isGone: false)
        setDelegate(nil, of: .popover(id), isGone: false)
        for subject in delegates.subjects(of: .viewController(id)) { setDelegate(nil, of: subject, isGone: true) }
    }
}
