import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// `org.tabd.Tabs1.TabBarController`, as one caller sees it.
@EventLoop
struct TabBarControllerFacade {
    let daemon: Daemon
    let id: ViewControllerID
    let caller: String

    typealias Contract = TabBarControllerInterface

    static let interface = Interface<TabBarControllerFacade, LibDBus>(Contract.description) {
        Contract.viewControllers.reading {
            $0.daemon.hierarchy.viewControllers(of: $0.id).map(\.path)
        } writing: { (facade, list) throws(DBusError) in
            try facade.setViewControllers(list, animated: false)
        }
        Contract.customizableViewControllers.reading {
            $0.daemon.hierarchy.customizableViewControllers(of: $0.id).map(\.path)
        } writing: { (facade, list) throws(DBusError) in
            try facade.setCustomizableViewControllers(list)
        }
        Contract.selectedViewController.reading {
            $0.daemon.hierarchy.selectedViewController(of: $0.id).path
        } writingLater: { (facade, path, promise) throws(DBusError) in
            try facade.select(path, promise)
        }
        Contract.selectedIndex.reading {
            $0.daemon.hierarchy.selectedIndex(of: $0.id).map(Int64.init) ?? TabNames.notFound
        } writingLater: { (facade, index, promise) throws(DBusError) in
            try facade.selectIndex(index, promise)
        }
        Contract.moreNavigationController.reading { $0.daemon.hierarchy.moreNavigationController(of: $0.id).path }
        Contract.tabBar.reading { $0.id.barPath }
        Contract.delegate.reading { $0.daemon.delegateObject(of: $0.id) }
        Contract.profile.reading { $0.daemon.hierarchy.profile(of: $0.id)?.rawValue ?? "" }
        Contract.lifecycleOrder.reading { $0.daemon.hierarchy.lifecycleOrder(of: $0.id)?.rawValue ?? "" }
        Contract.tabBarHidden.reading { $0.daemon.hierarchy.isTabBarHidden(of: $0.id) }
        Contract.customizing.reading { $0.daemon.hierarchy.isCustomizing($0.id) }
        Contract.transition.reading { $0.daemon.transitionProperties(of: $0.id) }
        Contract.setViewControllers.answered { (facade, list, animated, _) throws(DBusError) in
            try facade.setViewControllers(list, animated: animated)
        }
        Contract.setCustomizableViewControllers.answered { (facade, list, _) throws(DBusError) in
            try facade.setCustomizableViewControllers(list)
        }
        Contract.setTabBarHidden.answered { (facade, isHidden, _, _) throws(DBusError) in
            try facade.perform { (model, id) throws(ModelError) in try model.setTabBarHidden(isHidden, of: id) }
        }
        Contract.setDelegate.answered { (facade, path, options) throws(DBusError) in
            try facade.setDelegate(path, options)
        }
        Contract.clearDelegate.answered { (facade, _) in
            facade.daemon.setDelegate(nil, of: facade.id, isGone: false)
        }
        Contract.updateInteractiveTransition.answered { (facade, progress, _) throws(DBusError) in
            try facade.driveTransition { (model, id) throws(ModelError) in
                try model.updateInteractiveTransition(progress, in: id)
            }
        }
        Contract.finishInteractiveTransition.answered { (facade, _) throws(DBusError) in
            try facade.driveTransition { (model, id) throws(ModelError) in
                try model.finishInteractiveTransition(in: id)
            }
        }
        Contract.cancelInteractiveTransition.answered { (facade, _) throws(DBusError) in
            try facade.driveTransition { (model, id) throws(ModelError) in
                try model.cancelInteractiveTransition(in: id)
            }
        }
        Contract.getSupportedInterfaceOrientations.answeredLater { (facade, promise) throws(DBusError) in
            facade.daemon.supportedOrientations(of: facade.id) { promise.succeed($0.rawValue) }
        }
        Contract.getPreferredInterfaceOrientation.answeredLater { (facade, promise) throws(DBusError) in
            facade.daemon.preferredOrientation(of: facade.id) { promise.succeed($0.rawValue) }
        }
    }

    private func perform(
        _ command: (inout Hierarchy, ViewControllerID) throws(ModelError) -> Void
    ) throws(DBusError) {
        try daemon.perform { (model) throws(ModelError) in try command(&model, id) }
    }

    /// Only the client that is the delegate drives its transition.
    private func driveTransition(
        _ command: (inout Hierarchy, ViewControllerID) throws(ModelError) -> Void
    ) throws(DBusError) {
        let delegate = daemon.delegates[id]?.receiver
        let isCaller = daemon.delegates[id]?.client?.name == caller
        try daemon.driveTransition(of: id, caller: isCaller ? delegate : nil) { (model) throws(ModelError) in
            try command(&model, id)
        }
    }

    private func setViewControllers(_ paths: [ObjectPath], animated: Bool) throws(DBusError) {
        let list = try daemon.controllers(at: paths)
        for id in list { try daemon.requireWriter(caller, of: id, member: "SetViewControllers") }
        try perform { (model, id) throws(ModelError) in try model.setViewControllers(list, of: id, animated: animated) }
    }

    private func setCustomizableViewControllers(_ paths: [ObjectPath]) throws(DBusError) {
        let list = try daemon.controllers(at: paths)
        try perform { (model, id) throws(ModelError) in try model.setCustomizableViewControllers(list, of: id) }
    }

    private func select(_ path: ObjectPath, _ promise: VoidPromise<LibDBus>) throws(DBusError) {
        let target: ViewControllerID? = path.isNone ? nil : try daemon.controller(at: path)
        let id = id
        try daemon.select(in: id, completion: promise.settle) { (model, isAsking) throws(ModelError) in
            try model.select(target, in: id, askingForAnimation: isAsking)
        }
    }

    private func selectIndex(_ index: Int64, _ promise: VoidPromise<LibDBus>) throws(DBusError) {
        let target: Int? = index == TabNames.notFound ? nil : Int(index)
        let id = id
        try daemon.select(in: id, completion: promise.settle) { (model, isAsking) throws(ModelError) in
            try model.selectIndex(target, in: id, askingForAnimation: isAsking)
        }
    }

    private func setDelegate(_ path: ObjectPath, _ options: Options) throws(DBusError) {
        let delegate = try TabBarDelegate(path, of: caller, options, timeout: UInt64(daemon.deadlines.delegate))
        try daemon.requireDelegate(of: caller, insteadOf: daemon.delegates[id]?.receiver)
        daemon.setDelegate(delegate, of: id, isGone: false)
    }
}
