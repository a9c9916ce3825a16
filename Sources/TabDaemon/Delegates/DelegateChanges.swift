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

    /// The bus object that is the delegate of a tab bar controller.
    func delegate(of id: ViewControllerID) -> ClientObject {
        delegates.object(of: delegates.ofTabBars[id]?.receiver)
    }

    func delegate(ofPopover id: ViewControllerID) -> ClientObject {
        delegates.object(of: delegates.ofPopovers[id]?.receiver)
    }

    /// Makes an object of a client, or a view controller of a plugin, the delegate of a tab bar controller.
    func setDelegate(
        _ path: ObjectPath, of id: ViewControllerID, for client: String, _ options: Options
    ) throws(DBusError) {
        if let plugin = PluginCaller.plugin(client) {
            let owner = try owner(at: path, plugin)
            guard delegates.ofTabBars[id]?.receiver != .viewController(owner) else { return }
            let delegate = TabBarDelegate(owner, timeout: Int32(settings.deadlines.delegate))
            return setDelegate(delegate, of: id, isGone: false)
        }
        let delegate = try TabBarDelegate(path, of: client, options, timeout: UInt64(settings.deadlines.delegate))
        try delegates.requireDelegate(of: client, insteadOf: delegates.ofTabBars[id]?.receiver)
        setDelegate(delegate, of: id, isGone: false)
    }

    /// The view controller at a path, whose content a plugin supplies.
    private func owner(at path: ObjectPath, _ plugin: String) throws(DBusError) -> ViewControllerID {
        guard let id = TabNames.viewController(of: path), access.owns(id, plugin) else {
            throw .unknownObject("'\(path.text.prefix(200))' is not a view controller of plugin '\(plugin)'")
        }
        return id
    }

    /// Makes an object of a client, or a view controller of a plugin, the delegate of a popover.
    func setPopoverDelegate(
        _ path: ObjectPath, of id: ViewControllerID, for client: String, _ options: Options
    ) throws(DBusError) {
        if let plugin = PluginCaller.plugin(client) {
            let owner = try owner(at: path, plugin)
            guard delegates.ofPopovers[id]?.receiver != .viewController(owner) else { return }
            let delegate = PopoverDelegate(owner, timeout: Int32(settings.deadlines.delegate))
            return setPopoverDelegate(delegate, of: id, isGone: false)
        }
        let delegate = try PopoverDelegate(path, of: client, options, timeout: UInt64(settings.deadlines.delegate))
        try delegates.requireDelegate(of: client, insteadOf: delegates.ofPopovers[id]?.receiver)
        setPopoverDelegate(delegate, of: id, isGone: false)
    }

    /// Replaces or removes the delegate. An open question gets the old delegate's `OnTimeout` answer. Its interactive
    /// transition is finished.
    ///
    /// - Parameter isGone: Whether the old delegate no longer exists and can't be notified.
    func setDelegate(_ delegate: TabBarDelegate?, of id: ViewControllerID, isGone: Bool) {
        guard delegate != nil || delegates.ofTabBars[id] != nil else { return }
        let old = delegates.replace(delegate, of: id)
        bus.tree.markChanged(id.path)
        guard let old else { return }
        typealias Contract = TabBarControllerDelegateInterface
        delegates.questions.withdrawAll(about: id, Contract.name)
        if !isGone, old.receiver != delegate?.receiver {
            delegates.released(old, by: id, Contract.released, namingObject: Contract.releasedBy)
        }
        gestures.answerOpenQuestion(of: id, old.onTimeout)
        transitions.finishOrientationChange(of: id)
        if old.receiver != delegate?.receiver { transitions.finishInteractiveTransition(of: id) }
    }

    /// Removes a destroyed view controller as a delegate.
    func removeDelegates(at id: ViewControllerID) {
        let holder = DelegateRegistry.Holder.viewController(id)
        for tabs in delegates.tabBars(of: holder) { setDelegate(nil, of: tabs, isGone: true) }
        for presented in delegates.popovers(of: holder) { setPopoverDelegate(nil, of: presented, isGone: true) }
    }

    /// Replaces or removes the delegate of a popover. An open question is answered as after a timeout.
    ///
    /// - Parameter isGone: Whether the old delegate no longer exists and can't be notified.
    func setPopoverDelegate(_ delegate: PopoverDelegate?, of id: ViewControllerID, isGone: Bool) {
        guard delegate != nil || delegates.ofPopovers[id] != nil else { return }
        let old = delegates.replace(delegate, ofPopover: id)
        bus.tree.markChanged(id.path)
        let methods = Set(PopoverCallback.allCases.filter { delegate?.has($0) == true })
        try? delivery.perform { try $0.setPopoverDelegate(has: methods, of: id) }
        guard let old else { return }
        typealias Contract = PopoverPresentationControllerDelegateInterface
        delegates.questions.withdrawAll(about: id, Contract.name)
        if !isGone, old.receiver != delegate?.receiver {
            delegates.released(old, by: id, Contract.released, namingObject: Contract.releasedBy)
        }
        guard let question = delivery.hierarchy.nodes.openPopoverQuestion(of: id) else { return }
        popoverQuestions.finish(question, with: question.kind == .shouldDismiss ? .allowed(old.onTimeout) : .none)
    }
}
