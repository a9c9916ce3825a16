import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// `org.tabd.Tabs1.NavigationController`, as one caller sees it.
@EventLoop
struct NavigationControllerFacade: ControllerFacade {
    let daemon: Daemon
    let id: ViewControllerID
    let caller: String

    typealias Contract = NavigationControllerInterface

    private var stack: [ViewControllerID] { model.navigationStack(id) ?? [] }

    static let interface = Interface<NavigationControllerFacade>(Contract.description) {
        Contract.viewControllers.reading(
            { $0.stack.map(\.path) }, storing: { try $0.setViewControllers($1, animated: false) })
        Contract.topViewController.reading { $0.stack.last.path }
        Contract.visibleViewController.reading { facade in
            (facade.model.presentedViewController(of: facade.id) ?? facade.stack.last).path
        }
        Contract.navigationBarHidden.reading(
            { $0.model.isNavigationBarHidden($0.id) }, setting: { try $0.setNavigationBarHidden($2, of: $1) })
        Contract.toolbarHidden.reading(
            { $0.model.isToolbarHidden($0.id) }, setting: { try $0.setToolbarHidden($2, of: $1) })
        Contract.toolbarFrame.reading { DBusRect($0.model.toolbarFrame(of: $0.id)) }
        Contract.setToolbarHidden.answered { (facade, isHidden, _, _) throws(DBusError) in
            try facade.perform { try $0.setToolbarHidden(isHidden, of: $1) }
        }
        Contract.push.answered { (facade, path, animated, _) throws(DBusError) in
            let pushed = try facade.daemon.controller(at: path)
            try facade.daemon.requireWriter(facade.caller, of: pushed, member: "Push")
            try facade.perform { try $0.push(pushed, onto: $1, animated: animated) }
        }
        Contract.pop.answered { (facade, animated, _) throws(DBusError) in
            try facade.perform { try $0.pop(from: $1, animated: animated) }.path
        }
        Contract.popTo.answered { (facade, path, animated, _) throws(DBusError) in
            let target = try facade.daemon.controller(at: path)
            return try facade.perform { try $0.pop(to: target, of: $1, animated: animated) }.map(\.path)
        }
        Contract.popToRoot.answered { (facade, animated, _) throws(DBusError) in
            try facade.perform { try $0.popToRoot(of: $1, animated: animated) }.map(\.path)
        }
        Contract.setViewControllers.answered { (facade, paths, animated, _) throws(DBusError) in
            try facade.setViewControllers(paths, animated: animated)
        }
        Contract.tapBack.answeredLater { (facade, promise, _) throws(DBusError) in
            let id = facade.id
            try facade.daemon.perform(
                on: .back(id), caller: facade.caller, { try $0.tapBack(in: id) }, acts: { $0 },
                reply: { promise.settle($0.map { _ in () }) })
        }
    }

    private func setViewControllers(_ paths: [ObjectPath], animated: Bool) throws(DBusError) {
        let stack = try daemon.controllers(at: paths)
        for id in stack { try daemon.requireWriter(caller, of: id, member: "SetViewControllers") }
        try perform { try $0.setNavigationStack(stack, of: $1, animated: animated) }
    }
}
