import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// The implementation of `org.tabd.Tabs1.TabBarController`.
@EventLoop
struct TabBarControllerFacade: ControllerFacade {
    let context: Context
    let id: ViewControllerID
    let caller: String

    typealias Contract = TabBarControllerInterface

    static let interface = Interface<TabBarControllerFacade>(Contract.self) {
        Contract.viewControllers.reading(
            { $0.model.nodes.viewControllers(of: $0.id).map(\.path) },
            storing: { try $0.setViewControllers($1, animated: false) })
        Contract.customizableViewControllers.reading(
            { $0.model.nodes.customizableViewControllers(of: $0.id).map(\.path) },
            storing: { try $0.setCustomizableViewControllers($1) })
        Contract.selectedViewController.reading {
            $0.model.nodes.selectedViewController(of: $0.id).path
        } writingLater: { (facade, path, promise) throws(DBusError) in
            let (id, target) = (facade.id, path.isNone ? nil : try facade.references.controller(at: path))
            try facade.select(promise) { try $0.select(target, in: id, askingForAnimation: $1) }
        }
        Contract.selectedIndex.reading {
            $0.model.nodes.selectedIndex(of: $0.id).map(Int64.init) ?? TabNames.notFound
        } writingLater: { (facade, index, promise) throws(DBusError) in
            let (id, target) = (facade.id, index == TabNames.notFound ? nil : Int(index))
            try facade.select(promise) { try $0.selectIndex(target, in: id, askingForAnimation: $1) }
        }
        Contract.hasSelectedIndex.reading { $0.model.nodes.selectedIndex(of: $0.id) != nil }
        Contract.moreNavigationController.reading { $0.model.nodes.moreNavigationController(of: $0.id).path }
        Contract.tabBar.reading { $0.id.barPath }
        Contract.delegate.reading { $0.delegateChanges.delegate(of: .tabBarController($0.id)) }
        Contract.profile.reading { $0.model.nodes.profile(of: $0.id)?.rawValue ?? "" }
        Contract.lifecycleOrder.reading { $0.model.nodes.lifecycleOrder(of: $0.id)?.rawValue ?? "" }
        Contract.tabBarHidden.reading { $0.model.nodes.isTabBarHidden(of: $0.id) }
        Contract.customizing.reading { $0.model.nodes.isCustomizing($0.id) }
        Contract.transition.reading { $0.transitions.transitionProperties(of: $0.id) }
        Contract.setViewControllers.handled { (facade, list, animated, _) throws(DBusError) in
            try facade.setViewControllers(list, animated: animated)
        }
        Contract.insertViewController.handled { (facade, path, index, _) throws(DBusError) in
            let tab = try facade.references.controller(
                at: path, for: facade.caller, "InsertViewController", movingTo: .tabBarController(facade.id))
            try facade.command { try $0.insertTab(tab, at: Int(index), in: $1) }
        }
        Contract.removeViewController.handled { (facade, path, _) throws(DBusError) in
            let tab = try facade.references.controller(at: path)
            try facade.command { try $0.removeTab(tab, from: $1) }
        }
        Contract.moveViewController.handled { (facade, path, index, _) throws(DBusError) in
            let tab = try facade.references.controller(at: path)
            try facade.command { try $0.moveTab(tab, to: Int(index), in: $1) }
        }
        Contract.selectNext.handledLater { (facade, promise, _) throws(DBusError) in
            try facade.select(.next, promise)
        }
        Contract.selectPrevious.handledLater { (facade, promise, _) throws(DBusError) in
            try facade.select(.previous, promise)
        }
        Contract.selectLastUsed.handledLater { (facade, promise, _) throws(DBusError) in
            try facade.select(.lastUsed, promise)
        }
        Contract.tapTab.handledLater { (facade, promise, path, _) throws(DBusError) in
            let (id, tab) = (facade.id, try facade.references.controller(at: path))
            try facade.tabGestures.tapItem(of: id, for: facade.caller, promise) { (nodes) throws(ModelError) in
                try Requirements(nodes).barPosition(of: tab, in: id)
            }
        }
        Contract.tapMoreRow.handledLater { (facade, promise, path, _) throws(DBusError) in
            let (id, tab) = (facade.id, try facade.references.controller(at: path))
            try facade.tabGestures.tapRow(of: id, for: facade.caller, promise) { (nodes) throws(ModelError) in
                try Requirements(nodes).moreRow(of: tab, in: id)
            }
        }
        Contract.closeTab.handledLater { (facade, promise, path, _) throws(DBusError) in
            let tab = try facade.references.controller(at: path)
            try facade.tabGestures.close(tab, of: facade.id, for: facade.caller, promise)
        }
        Contract.reorderTab.handledLater { (facade, promise, path, index, _) throws(DBusError) in
            let tab = try facade.references.controller(at: path)
            try facade.tabGestures.reorder(tab, to: Int(index), of: facade.id, for: facade.caller, promise)
        }
        Contract.hideTab.handledLater { (facade, promise, path, isHidden, _) throws(DBusError) in
            let tab = try facade.references.controller(at: path)
            try facade.tabGestures.hide(tab, isHidden, of: facade.id, for: facade.caller, promise)
        }
        Contract.resetHiddenTabs.handled { (facade, _) throws(DBusError) in
            try facade.command { try $0.resetTabs(of: $1) }
        }
        Contract.setCustomizableViewControllers.handled { (facade, list, _) throws(DBusError) in
            try facade.setCustomizableViewControllers(list)
        }
        Contract.setTabBarHidden.handled { (facade, isHidden, _, _) throws(DBusError) in
            try facade.command { try $0.setTabBarHidden(isHidden, of: $1) }
        }
        Contract.setDelegate.handled { (facade, path, options) throws(DBusError) in
            try facade.delegateChanges.setDelegate(path, of: .tabBarController(facade.id), for: facade.caller, options)
        }
        Contract.clearDelegate.handled { (facade, _) in
            facade.delegateChanges.setDelegate(nil, of: .tabBarController(facade.id), isGone: false)
        }
        Contract.beginInteractiveTransition.handledLater { (facade, promise, path, _) throws(DBusError) in
            let (id, caller, transitions) = (facade.id, facade.caller, facade.transitions)
            let tab = try facade.references.controller(at: path)
            let driver = transitions.expectDriver(caller)
            do throws(DBusError) {
                try facade.tabGestures.beginInteractiveTransition(to: tab, of: id, by: driver, promise) {
                    mayHaveBegun in
                    guard mayHaveBegun else {
                        transitions.dropExpectation(of: driver)
                        return false
                    }
                    return transitions.endExpectation(of: driver, to: tab, in: id)
                }
            } catch {
                transitions.dropExpectation(of: driver)
                throw error
            }
        }
        Contract.updateInteractiveTransition.handled { (facade, progress, _) throws(DBusError) in
            try facade.driveTransition { try $0.updateInteractiveTransition(progress, in: $1) }
        }
        Contract.finishInteractiveTransition.handled { (facade, _) throws(DBusError) in
            try facade.endTransition { try $0.finishInteractiveTransition(in: $1) }
        }
        Contract.cancelInteractiveTransition.handled { (facade, _) throws(DBusError) in
            try facade.endTransition { try $0.cancelInteractiveTransition(in: $1) }
        }
        Contract.getSupportedInterfaceOrientations.handledLater { (facade, promise) throws(DBusError) in
            facade.transitions.supportedOrientations(of: facade.id) { promise.succeed($0.rawValue) }
        }
        Contract.getPreferredInterfaceOrientation.handledLater { (facade, promise) throws(DBusError) in
            facade.transitions.preferredOrientation(of: facade.id) { promise.succeed($0.rawValue) }
        }
        Contract.shouldSelectViewController
        Contract.didSelectViewController
        Contract.didRefuseViewController
        Contract.shouldClose
        Contract.didClose
        Contract.willBeginCustomizingViewControllers
        Contract.willEndCustomizingViewControllers
        Contract.didEndCustomizingViewControllers
        Contract.animationControllerForTransition
        Contract.supportedInterfaceOrientations
        Contract.preferredInterfaceOrientation
    }

    /// Controls the interactive transition, if the caller is the delegate or began it.
    private func driveTransition(
        _ command: (inout Hierarchy, ViewControllerID) throws -> Void
    ) throws(DBusError) {
        try transitions.driveTransition(of: id, caller: caller) { try command(&$0, id) }
    }

    private func endTransition(
        _ command: @escaping (inout Hierarchy, ViewControllerID) throws -> Void
    ) throws(DBusError) {
        try delivery.command { [id] in
            try command(&$0, id)
        } run: { () throws(DBusError) in
            try driveTransition(command)
        }
    }

    private func select(
        _ promise: Promise<Void>, _ selection: @escaping (inout Hierarchy, Bool) throws -> Question?
    ) throws(DBusError) {
        try gestures.select(in: id, for: caller, completion: promise.fulfil, selection)
    }

    /// Selects a tab relative to the selected one, and replies with the selected view controller.
    private func select(_ step: TabStep, _ promise: Promise<ObjectPath>) throws(DBusError) {
        try gestures.select(in: id, for: caller) { [delivery, id] result in
            promise.fulfil(result.map { delivery.hierarchy.nodes.selectedViewController(of: id).path })
        } _: { [id] model, isAsking in
            try model.select(step, in: id, askingForAnimation: isAsking)
        }
    }

    private func setViewControllers(_ paths: [ObjectPath], animated: Bool) throws(DBusError) {
        let list = try references.controllers(
            at: paths, for: caller, "SetViewControllers", movingTo: .tabBarController(id))
        let change: (inout Hierarchy) throws -> Void = { [id] in
            try $0.setViewControllers(list, of: id, animated: animated)
        }
        try delivery.command(change) { [delivery, records, plugin, id] () throws(DBusError) in
            let removed = Set(delivery.hierarchy.nodes.viewControllers(of: id)).subtracting(list)
            try delivery.perform(change)
            guard let plugin else { return }
            for id in removed { records[id]?.removedBy = plugin }
        }
    }

    private func setCustomizableViewControllers(_ paths: [ObjectPath]) throws(DBusError) {
        let list = try references.controllers(at: paths)
        try command { try $0.setCustomizableViewControllers(list, of: $1) }
    }
}
