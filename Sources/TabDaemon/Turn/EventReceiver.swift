import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// The delivery of model events: as signals, to owners and to delegates.
@EventLoop
struct EventReceiver: EntryPoint {
    let context: Context
    let exporter: ObjectExporter

    private typealias Controller = ViewControllerInterface

    private typealias Tabs = TabBarControllerInterface
    private typealias TabsDelegate = TabBarControllerDelegateInterface

    func deliver(_ event: Event) {
        switch event {
        case .created(let id): created(id)
        case .destroyed(let id): destroyed(id)
        case .changed(let id): changed(id)
        case .willMove(let id, let parent):
            emitToObservers(of: id, Controller.willMoveToParent, parent.path)
            records[id]?.owner?.willMove(toParent: parent)
        case .didMove(let id, let parent):
            emitToObservers(of: id, Controller.didMoveToParent, parent.path)
            records[id]?.owner?.didMove(toParent: parent)
            if parent != nil { records[id]?.removedBy = nil }
            if parent != nil { windows.endAttachments(of: id) } else { windows.resumeWindow(of: id) }
        case .itemTapped(let id, let position):
            bus.emit(TabBarInterface.itemTapped, from: id.barPath, UInt32(clamping: position))
            records[id]?.owner?.tabBarDidSelect(UInt32(clamping: position))
        case .shouldSelect(let id, let target):
            bus.emit(Tabs.shouldSelectViewController, from: id.path, target.path)
        case .didSelect(let id, let target): didSelect(target, in: id)
        case .shouldClose(let id, let target): bus.emit(Tabs.shouldClose, from: id.path, target.path)
        case .didClose(let id, let target):
            bus.tree.announceChanges()
            bus.emit(Tabs.didClose, from: id.path, target.path)
            delegates.notify(delegateOf: .tabBarController(id), TabsDelegate.didClose, id.path, target.path)
        case .willBeginCustomizing(let id, let list):
            bus.emit(Tabs.willBeginCustomizingViewControllers, from: id.path, list.map(\.path))
            delegates.notify(
                delegateOf: .tabBarController(id), TabsDelegate.willBeginCustomizingViewControllers, id.path,
                list.map(\.path))
        case .willEndCustomizing(let id, let list, let changed):
            bus.emit(Tabs.willEndCustomizingViewControllers, from: id.path, list.map(\.path), changed)
            delegates.notify(
                delegateOf: .tabBarController(id), TabsDelegate.willEndCustomizingViewControllers, id.path,
                list.map(\.path), changed)
        case .didEndCustomizing(let id, let list, let changed):
            if records[id]?.isSessionClosed == true {
                records[id]?.isSessionClosed = false
            } else {
                bus.tree.announceChanges()
            }
            bus.emit(Tabs.didEndCustomizingViewControllers, from: id.path, list.map(\.path), changed)
            delegates.notify(
                delegateOf: .tabBarController(id), TabsDelegate.didEndCustomizingViewControllers, id.path,
                list.map(\.path), changed)
        case .customizingClosed(let id):
            // All other changes are announced after the end of the session.
            bus.tree.announce(Tabs.customizing, at: id.path)
            records[id]?.isSessionClosed = true
        case .transitionBegan(let transition, let id): transitions.transitionBegan(transition, in: id)
        case .selectionPending(let id, let token): transitions.selectionPending(in: id, token: token)
        case .didRefuse(let id, let target):
            bus.tree.announceChanges()
            bus.emit(Tabs.didRefuseViewController, from: id.path, target.path)
        case .itemsChanged(let id, let items, let animated):
            bus.emit(TabBarInterface.itemsChanged, from: id.barPath, items.map(\.path), animated)
        case .navigationWillShow(let id, let top, let animated):
            bus.emit(NavigationControllerInterface.willShow, from: id.path, top.path, animated)
        case .navigationDidShow(let id, let top, let animated):
            bus.tree.announceChanges()
            bus.emit(NavigationControllerInterface.didShow, from: id.path, top.path, animated)
        case .presented(let id): presentations.presented(id, .success(()))
        case .presentationFailed(let id, let error): presentations.presented(id, .failure(DBusError(error)))
        case .presentationWaits(let id): transitions.presentationWaits(of: id)
        case .didDismiss(let id): presentations.presentationEnded(of: id)
        case .alertAnswered(let id, let answer): alerts.alertAnswered(id, answer)
        case .popover(let id, let event): deliver(event, of: id)
        case .barButtonItemActivated(let id, let item):
            bus.emit(NavigationItemInterface.barButtonItemActivated, from: id.path, item)
            records[id]?.owner?.barButtonItemActivated(item)
        case .viewDidLoad, .viewWillAppear, .viewIsAppearing, .viewDidAppear, .viewWillDisappear, .viewDidDisappear:
            appearance(event)
        }
    }

    private func created(_ id: ViewControllerID) {
        if records[id] == nil {
            records[id] = ControllerRecord(
                type: delivery.hierarchy.nodes.kind(of: id) == .moreList ? "MoreList" : "MoreNavigationController",
                holder: delivery.hierarchy.nodes.tabBarController(of: id).flatMap { records[$0]?.holder })
        }
        if let record = records[id] {
            if delivery.hierarchy.nodes.kind(of: id) == .moreList {
                record.setOwner(MorePage(of: id, delivery: delivery, quotas: quotas), .ready)
            }
            noteItemImages(of: id, record)
            quotas.openAccount(of: record)
            delivery.countTexts(of: id)
        }
        instances.localizeTitles(of: id)
        exporter.export(id)
    }

    private func destroyed(_ id: ViewControllerID) {
        delegateChanges.removeDelegates(of: id)
        let record = records.remove(id)
        if let record { alerts.notifyAlertReceiver(nil, of: record) }
        if let record { quotas.closeAccount(of: record) }
        recorder.noteRemoved([id])
        windows.remove(id)
        views.remove(id)
        exporter.withdraw(id)
        record?.owner?.destroy()
        instances.remove(id, record?.owner)
        gestures.dropGestures(of: id)
        transitions.remove(id)
        delegates.remove(id)
        popoverTaps.endPendingTaps(of: id)
    }

    /// Each change of the model has an event, so the images of items and buttons are noted wherever these are changed.
    private func noteItemImages(of id: ViewControllerID, _ record: ControllerRecord) {
        let images = delivery.hierarchy.nodes.images(of: id)
        guard !images.isEmpty || !record.itemImages.isEmpty else { return }
        record.itemImages = Set(images.filter { ImageName.isName($0) })
    }

    private func changed(_ id: ViewControllerID) {
        instances.localizeTitles(of: id)
        bus.tree.markChanged(id.path)
        bus.tree.markChanged(id.barPath)
        // The container's content view has the frame of the displayed child.
        if let parent = delivery.hierarchy.nodes.parent(of: id),
            delivery.hierarchy.nodes.displayedChild(of: parent) == id,
            records[parent]?.views.isLoaded == true
        {
            views.noteViews(of: parent)
        }
        guard let record = records[id] else { return }
        noteItemImages(of: id, record)
        if record.views.isLoaded { views.noteViews(of: id) }
    }

    private func didSelect(_ target: ViewControllerID, in id: ViewControllerID) {
        bus.tree.announceChanges()
        bus.emit(Tabs.didSelectViewController, from: id.path, target.path)
        delegates.notify(delegateOf: .tabBarController(id), TabsDelegate.didSelectViewController, id.path, target.path)
    }

    private func appearance(_ event: Event) {
        switch event {
        case .viewDidLoad(let id):
            load(id)
        case .viewWillAppear(let id, let animated):
            emitToObservers(of: id, Controller.viewWillAppear, animated)
            crashMarkers.show(id) { $0.viewWillAppear(animated: animated) }
        case .viewIsAppearing(let id, let animated):
            records[id]?.isInWindow = true
            emitToObservers(of: id, Controller.viewIsAppearing, animated)
            crashMarkers.show(id) { $0.viewIsAppearing(animated: animated) }
            // Each appearance has its own layout (L4).
            records[id]?.laidOut = nil
            if let record = records[id] {
                views.layOut(id, record)
                // The focus may move to its views before the end of the turn.
                (record.owner as? any DaemonPage)?.updateViews(of: record)
            }
        case .viewDidAppear(let id, let animated):
            emitToObservers(of: id, Controller.viewDidAppear, animated)
            crashMarkers.show(id) { $0.viewDidAppear(animated: animated) }
            crashMarkers.noteShown(id)
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

    /// Sends a life cycle signal to the clients that observe the view controller.
    private func emitToObservers<each Argument: DBusType>(
        of id: ViewControllerID, _ signal: Signal<repeat each Argument>, _ argument: repeat each Argument
    ) {
        let observers = windows.observers(of: id)
        if !observers.isEmpty { bus.emit(signal, from: id.path, to: observers, repeat each argument) }
    }

    private func load(_ id: ViewControllerID) {
        views.load(id)
        emitToObservers(of: id, Controller.viewDidLoad)
        crashMarkers.show(id) { $0.viewDidLoad() }
    }

    // MARK: Popovers

    private typealias Popover = PopoverPresentationControllerInterface
    private typealias PopoverContract = PopoverPresentationControllerDelegateInterface

    private func deliver(_ event: PopoverEvent, of id: ViewControllerID) {
        switch event {
        case .created:
            popovers.applyManifestBackground(of: id)
            exporter.exportPopover(of: id)
        case .renewed(let number):
            delegates.popoverEnded(number, of: id)
            bus.tree.markChanged(id.path)
            popovers.applyManifestBackground(of: id)
            popoverTaps.endPendingTaps(of: id)
        case .replaced(let replacement): windows.endAttachments(of: replacement)
        case .released:
            delegateChanges.setDelegate(nil, of: .popover(id), isGone: false)
            bus.tree.remove(Popover.name, from: id.path)
        case .prepareForPresentation: bus.emit(Popover.prepareForPopoverPresentation, from: id.path)
        case .shouldDismiss: bus.emit(Popover.shouldDismiss, from: id.path)
        case .willDismiss:
            bus.emit(Popover.willDismiss, from: id.path)
            delegates.notify(delegateOf: .popover(id), PopoverContract.willDismiss, id.path)
        case .didDismiss:
            bus.tree.announceChanges()
            bus.emit(Popover.didDismiss, from: id.path)
            delegates.notify(delegateOf: .popover(id), PopoverContract.didDismiss, id.path)
        case .didAttemptToDismiss:
            bus.tree.announceChanges()
            bus.emit(Popover.didAttemptToDismiss, from: id.path)
            delegates.notify(
                delegateOf: .popover(id), PopoverContract.didAttemptToDismiss, id.path)
        case .willReposition(let rect, let view):
            bus.emit(Popover.willReposition, from: id.path, DBusRect(orNull: rect), references.reference(to: view))
        case .willPresentWithAdaptiveStyle(let style):
            bus.emit(Popover.willPresentWithAdaptiveStyle, from: id.path, style.rawValue)
            delegates.notify(
                delegateOf: .popover(id), PopoverContract.willPresentWithAdaptiveStyle,
                id.path, style.rawValue)
        case .chromeChanged(let property, let animated):
            bus.emit(Popover.chromeChanged, from: id.path, property, animated)
        case .asks(let question): popoverQuestions.askDelegate(question)
        }
    }
}
