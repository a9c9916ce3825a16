import DBusConnection
import DBusInterface
import TabInterface
import TestSupport

extension BusClient {
    /// Does something with a navigation controller's stack; returns what that gives back.
    ///
    /// - Parameter list: the paths of the controllers that letters stand for.
    func perform(
        _ action: StackAction, on navigation: ObjectPath,
        _ list: @EventLoop (String) async throws(DBusError) -> [ObjectPath]
    ) async throws(DBusError) -> [ObjectPath] {
        typealias Contract = NavigationControllerInterface
        switch action {
        case .push(let name, let animated):
            for pushed in try await list(name) { try await push(pushed, onto: navigation, animated: animated) }
        case .pop:
            let popped = try await call(Contract.pop, of: Contract.name, at: navigation, false, [:])
            return popped.isNone ? [] : [popped]
        case .popTo(let name):
            let target = try await list(name).first ?? .none
            return try await call(Contract.popTo, of: Contract.name, at: navigation, target, false, [:])
        case .popToRoot: return try await call(Contract.popToRoot, of: Contract.name, at: navigation, false, [:])
        case .set(let letters, let animated):
            let stack = try await list(letters)
            try await call(Contract.setViewControllers, of: Contract.name, at: navigation, stack, animated, [:])
        case .back: try await tapBack(in: navigation)
        case .hideBar(let isHidden):
            try await set(Contract.navigationBarHidden, of: Contract.name, at: navigation, to: isHidden)
        case .hideToolbar(let isHidden):
            try await call(Contract.setToolbarHidden, of: Contract.name, at: navigation, isHidden, false, [:])
        }
        return []
    }

    func push(
        _ controller: ObjectPath, onto navigation: ObjectPath, animated: Bool = false
    ) async throws(DBusError) {
        try await call(
            NavigationControllerInterface.push, of: NavigationControllerInterface.name, at: navigation, controller,
            animated, [:])
    }

    func tapBack(in navigation: ObjectPath) async throws(DBusError) {
        try await call(
            NavigationControllerInterface.tapBack, of: NavigationControllerInterface.name, at: navigation, [:])
    }
}
