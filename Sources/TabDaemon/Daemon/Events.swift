import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// The delivery of model events: as signals, to owners and to delegates.
extension Daemon {
    private typealias Controller = ViewControllerInterface
    private typealias Tabs = TabBarControllerInterface

    func deliver(_ event: Event) {
        switch event {
        case .created(let id): created(id)
        case .destroyed(let id): destroyed(id)
        case .changed(let id): changed(id)
        case .willMove(let id, let parent):
            emitToObservers(of: id, Controller.willMoveToParent, parent.path)
            records[id]?.owner?.willMove(toParent: parent?.rawValue)
        case .didMove(let id, let parent):
            emitToObservers(of: id, Controller.didMoveToParent, parent.path)
            records[id]?.owner?.didMove(toParent: parent?.rawValue)
            if parent != nil { records[id]?.removedBy = nil }
            if parent != nil { endAttachments(of: id) } else { resumeWindow(of: id) }
        case .itemTapped(let id, let position):
            emit(TabBarInterface.itemTapped, from: id.barPath, UInt32(clamping: position))
            records[id]?.owner?.tabBarDidSelect(UInt32(clamping: position))
        case .shouldSelect(let id, let target):
            emit(Tabs.shouldSelectViewController, from: id.path, target.path)
        case .didSelect(let id, let target): didSelect(target, in: id)
        case .willBeginCustomizing(let id, let list):
            emit(Tabs.willBeginCustomizingViewControllers, from: id.path, list.map(\.path))
            notifyDelegate(of: id, willBeginCustomizing: list)
        case .willEndCustomizing(let id, let list, let changed):
            emit(Tabs.willEndCustomizingViewControllers, from: id.path, list.map(\.path), changed)
            notifyDelegate(of: id, willEndCustomizing: list, changed: changed)
        case .didEndCustomizing(let id, let list, let changed):
            if closedSession == id { closedSession = nil } else { tree.announceChanges() }
            emit(Tabs.didEndCustomizingViewControllers, from: id.path, list.map(\.path), changed)
            notifyDelegate(of: id, didEndCustomizing: list, changed: changed)
        case .customizingClosed(let id):
            // All other changes are announced after the end of the session.
            tree.announce(Tabs.customizing, at: id.path)
            closedSession = id
        case .transitionBegan(let transition, let id): transitionBegan(transition, in: id)
        case .selectionPending(let id, let token): selectionPending(in: id, token: token)
        case .didRefuse(let id, let target):
            tree.announceChanges()
            emit(Tabs.didRefuseViewController, from: id.path, target.path)
        case .itemsChanged(let id, let items, let animated):
            emit(TabBarInterface.itemsChanged, from: id.barPath, items.map(\.path), animated)
        case .navigationWillShow(let id, let top, let animated):
            emit(
                NavigationControllerInterface.willShow, from: id.path,
                top.path, animated)
        case .navigationDidShow(let id, let top, let animated):
            tree.announceChanges()
            emit(
                NavigationControllerInterface.didShow, from: id.path,
                top.path, animated)
        case .presented(let id): presented(id, .success(()))
        case .presentationFailed(let id, let error): presented(id, .failure(DBusError(error)))
        case .presentationWaits(let id): presentationWaits(of: id)
        case .didDismiss(let id): presentationEnded(of: id)
        case .alertAnswered(let id, let answer): alertAnswered(id, answer)
        case .popover(let id, let event): deliver(event, of: id)
        case .barButtonItemActivated(let id, let item):
            emit(NavigationItemInterface.barButtonItemActivated, from: id.path, item)
            records[id]?.owner?.barButtonItemActivated(item)
        case .viewDidLoad, .viewWillAppear, .viewIsAppearing, .viewDidAppear, .viewWillDisappear, .viewDidDisappear:
            appearance(event)
        }
    }

    /// Whether life cycle signals and ViewChanged of a view controller are sent.
    func isObserved(_ id: ViewControllerID) -> Bool {
        !subscribers.isEmpty
            || !attachments.isEmpty
                && [hierarchy.nodes.root(of: id), formerRoot(of: id)].contains {
                    attachments[$0]?.clients.isEmpty == false
                }
    }

    private func created(_ id: ViewControllerID) {
        if records[id] == nil {
            records[id] = ControllerRecord(
                type: hierarchy.nodes.kind(of: id) == .moreList ? "MoreList" : "MoreNavigationController",
                holder: hierarchy.nodes.tabBarController(of: id).flatMap { records[$0]?.holder })
        }
        if let record = records[id] {
            if hierarchy.nodes.kind(of: id) == .moreList { record.owner = MorePage(of: id, in: self) }
            record.enter(account(of: record.holder))
            noteContent(of: record)
        }
        export(id)
    }

    private func destroyed(_ id: ViewControllerID) {
        setDelegate(nil, of: id, isGone: false)
        setPopoverDelegate(nil, of: id, isGone: false)
        removeDelegates(at: id)
        let record = records.removeValue(forKey: id)
        if let record { notifyAlertReceiver(nil, of: record) }
        if let record { closeAccount(of: record) }
        if let remote = record?.owner as? RemoteViewController { remoteOwners[remote.client] = nil }
        removed.insert(id)
        attachments[id] = nil
        changedViews.removeAll { $0 == id }
        withdraw(id)
        record?.owner?.destroy()
        creations.remove(id)
        dropGestures(of: id)
        transitionTimers[id] = nil
        anchorTimers[id] = nil
        delegatedPopovers[id] = nil
        endPendingTaps(of: id)
        focusTimers[id] = nil
    }

    private func changed(_ id: ViewControllerID) {
        tree.markChanged(id.path)
        tree.markChanged(id.barPath)
        // The container's content view has the frame of the displayed child.
        if let parent = hierarchy.nodes.parent(of: id), hierarchy.nodes.displayedChild(of: parent) == id,
            records[parent]?.views.isLoaded == true
        {
            noteViews(of: parent)
        }
        guard let record = records[id], record.views.isLoaded else { return }
        noteViews(of: id)
    }

    /// Resizes a view in a window, and notifies its owner of new bounds or safe area insets.
    ///
    /// The geometry is that of the state at the end of the turn. A disappearing view keeps its geometry.
    func layOut(_ id: ViewControllerID, _ record: ControllerRecord) {
        if record.owner == nil {
            layOut(id, record, notifying: nil)
        } else {
            show(id) { layOut(id, record, notifying: $0) }
        }
    }

    func layOut(_ id: ViewControllerID, _ record: ControllerRecord, notifying owner: (any ContentOwner)?) {
        guard record.isInWindow, hierarchy.nodes.appearanceState(of: id) != .disappeared else { return }
        let bounds = bounds(of: id)
        let insets = DBusInsets(hierarchy.geometry.safeAreaInsets(of: id))
        record.views.setRootFrame(bounds)
        let traits = traits(of: id)
        if record.traits != traits {
            record.traits = traits
            owner?.traitsChanged(traits)
        }
        guard record.laidOut?.bounds != bounds || record.laidOut?.insets != insets else { return }
        record.laidOut = (bounds, insets)
        owner?.viewWillLayout(bounds: bounds, safeArea: insets)
    }

    private func didSelect(_ target: ViewControllerID, in id: ViewControllerID) {
        tree.announceChanges()
        emit(Tabs.didSelectViewController, from: id.path, target.path)
        notifyDelegate(of: id, didSelect: target)
    }

    private func appearance(_ event: Event) {
        switch event {
        case .viewDidLoad(let id):
            load(id)
        case .viewWillAppear(let id, let animated):
            emitToObservers(of: id, Controller.viewWillAppear, animated)
            show(id) { $0.viewWillAppear(animated: animated) }
        case .viewIsAppearing(let id, let animated):
            records[id]?.isInWindow = true
            emitToObservers(of: id, Controller.viewIsAppearing, animated)
            show(id) { $0.viewIsAppearing(animated: animated) }
            // Each appearance has its own layout (L4).
            records[id]?.laidOut = nil
            if let record = records[id] { layOut(id, record) }
        case .viewDidAppear(let id, let animated):
            emitToObservers(of: id, Controller.viewDidAppear, animated)
            show(id) { $0.viewDidAppear(animated: animated) }
            noteShown(id)
        case .viewWillDisappear(let id, let animated):
            emitToObservers(of: id, Controller.viewWillDisappear, animated)
            records[id]?.owner?.viewWillDisappear(animated: animated)
        case .viewDidDisappear(let id, let animated):
            records[id]?.isInWindow = false
            emitToObservers(of: id, Controller.viewDidDisappear, animated)
            records[id]?.owner?.viewDidDisappear(animated: animated)
        default: break
        }
    }

    /// Sends a life cycle signal if a client observes the view controller.
    private func emitToObservers<each Argument: DBusType>(
        of id: ViewControllerID, _ signal: Signal<repeat each Argument>, _ argument: repeat each Argument
    ) {
        if isObserved(id) { emit(signal, from: id.path, repeat each argument) }
    }

    private func load(_ id: ViewControllerID) {
        if let record = records[id] {
            record.views.load(frame: bounds(of: id))
            noteViews(of: id)
        }
        emitToObservers(of: id, Controller.viewDidLoad)
        show(id) { $0.viewDidLoad() }
    }
}

extension Event {
    /// Whether the commands that a plugin issues in this callback run at once (`S-24`).
    var isDirectCallback: Bool {
        switch self {
        case .didSelect, .didEndCustomizing: true
        default: false
        }
    }
}
