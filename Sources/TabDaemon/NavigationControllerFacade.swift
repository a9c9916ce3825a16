import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// `org.tabd.Tabs1.NavigationController`, as one caller sees it.
@EventLoop
struct NavigationControllerFacade {
    let daemon: Daemon
    let id: ViewControllerID
    let caller: String

    typealias Contract = NavigationControllerInterface

    private var stack: [ViewControllerID] { daemon.hierarchy.navigationStack(id) ?? [] }

    static let interface = Interface<NavigationControllerFacade, LibDBus>(Contract.description) {
        Contract.viewControllers.reading {
            $0.stack.map(\.path)
        } writing: { (facade, paths) throws(DBusError) in
            try facade.setViewControllers(paths, animated: false)
        }
        Contract.topViewController.reading { $0.stack.last.path }
        Contract.visibleViewController.reading { facade in
            (facade.daemon.hierarchy.presentedViewController(of: facade.id) ?? facade.stack.last).path
        }
        Contract.navigationBarHidden.reading {
            $0.daemon.hierarchy.isNavigationBarHidden($0.id)
        } writing: { (facade, isHidden) throws(DBusError) in
            try facade.perform { (model, id) throws(ModelError) in try model.setNavigationBarHidden(isHidden, of: id) }
        }
        Contract.toolbarHidden.reading {
            $0.daemon.hierarchy.isToolbarHidden($0.id)
        } writing: { (facade, isHidden) throws(DBusError) in
            try facade.perform { (model, id) throws(ModelError) in try model.setToolbarHidden(isHidden, of: id) }
        }
        Contract.toolbarFrame.reading { DBusRect($0.daemon.hierarchy.toolbarFrame(of: $0.id)) }
        Contract.setToolbarHidden.answered { (facade, isHidden, _, _) throws(DBusError) in
            try facade.perform { (model, id) throws(ModelError) in try model.setToolbarHidden(isHidden, of: id) }
        }
        Contract.push.answered { (facade, path, animated, _) throws(DBusError) in
            let pushed = try facade.daemon.controller(at: path)
            try facade.daemon.requireWriter(facade.caller, of: pushed, member: "Push")
            try facade.perform { (model, id) throws(ModelError) in
                try model.push(pushed, onto: id, animated: animated)
            }
        }
        Contract.pop.answered { (facade, animated, _) throws(DBusError) in
            try facade.perform { (model, id) throws(ModelError) in try model.pop(from: id, animated: animated) }.path
        }
        Contract.popTo.answered { (facade, path, animated, _) throws(DBusError) in
            let target = try facade.daemon.controller(at: path)
            return try facade.perform { (model, id) throws(ModelError) in
                try model.pop(to: target, of: id, animated: animated)
            }.map(\.path)
        }
        Contract.popToRoot.answered { (facade, animated, _) throws(DBusError) in
            try facade.perform { (model, id) throws(ModelError) in
                try model.popToRoot(of: id, animated: animated)
            }.map(\.path)
        }
        Contract.setViewControllers.answered { (facade, paths, animated, _) throws(DBusError) in
            try facade.setViewControllers(paths, animated: animated)
        }
        Contract.tapBack.answeredLater { (facade, promise, _) throws(DBusError) in
            let id = facade.id
            try facade.daemon.perform(on: .back(id), caller: facade.caller) { (model) throws(ModelError) in
                try model.tapBack(in: id)
            } acts: {
                $0
            } reply: {
                promise.settle($0.map { _ in () })
            }
        }
    }

    private func perform<Result>(
        _ command: (inout Hierarchy, ViewControllerID) throws(ModelError) -> Result
    ) throws(DBusError) -> Result {
        try daemon.perform { (model) throws(ModelError) in try command(&model, id) }
    }

    private func setViewControllers(_ paths: [ObjectPath], animated: Bool) throws(DBusError) {
        let stack = try daemon.controllers(at: paths)
        for id in stack { try daemon.requireWriter(caller, of: id, member: "SetViewControllers") }
        try perform { (model, id) throws(ModelError) in
            try model.setNavigationStack(stack, of: id, animated: animated)
        }
    }
}
