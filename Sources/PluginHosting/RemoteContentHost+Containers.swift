internal import DBusConnection
internal import DBusInterface

/// Where the controllers of a plugin in a host of its own are, and how they get there.
extension RemoteContentHost {
    func containers(of controller: UInt64) -> Containers {
        let numbers = (try? call(Services.containers, controller)) ?? []
        func number(_ index: Int) -> UInt64 { index < numbers.count ? numbers[index] : 0 }
        return Containers(
            parent: number(0), navigationController: number(1), tabBarController: number(2),
            presentingViewController: number(3))
    }

    /// The daemon knows itself which controllers are the host's own.
    func isNavigationController(_ controller: UInt64, reachableBy _: (UInt64) -> Bool) -> Bool {
        (try? call(Services.isReachableNavigationController, controller)) ?? false
    }

    /// The daemon checks every list of tabs itself.
    func isTab(_ controller: UInt64, movableBy plugin: String, owning _: (UInt64) -> Bool) -> Bool { false }

    func navigationStack(of controller: UInt64) throws(DBusError) -> [UInt64] {
        try call(Services.navigationStack, controller)
    }

    func isToolbarHidden(of controller: UInt64) throws(DBusError) -> Bool {
        try call(Services.isToolbarHidden, controller)
    }

    func setNavigationStack(_ stack: [UInt64], of controller: UInt64, animated: Bool) throws(DBusError) {
        try call(Services.setNavigationStack, controller, stack, animated)
    }

    func push(_ pushed: UInt64, from controller: UInt64, animated: Bool) throws(DBusError) {
        try call(Services.push, controller, pushed, animated)
    }

    func pop(from controller: UInt64, animated: Bool) throws(DBusError) {
        try call(Services.pop, controller, animated)
    }

    func pop(to target: UInt64, from controller: UInt64, animated: Bool) throws(DBusError) {
        try call(Services.popTo, controller, target, animated)
    }

    func present(
        _ presented: UInt64, from controller: UInt64, animated: Bool, popover: [String: Variant]
    ) throws(DBusError) {
        try call(Services.present, controller, presented, animated, popover)
    }

    func presentAlert(
        _ alert: UInt64, from controller: UInt64, content: [String: Variant]
    ) throws(DBusError) {
        try call(Services.presentAlert, controller, alert, content)
    }

    func dismiss(from controller: UInt64, animated: Bool) throws(DBusError) {
        try call(Services.dismiss, controller, animated)
    }

    func select(_ controller: UInt64) throws(DBusError) { try call(Services.select, controller) }

    func setViewControllers(_ list: [UInt64], of controller: UInt64, animated: Bool) throws(DBusError) {
        try call(Services.setViewControllers, controller, list, animated)
    }

    func setSelectedIndex(_ index: Int64, of controller: UInt64) throws(DBusError) {
        try call(Services.setSelectedIndex, controller, index)
    }

    func setSelectedViewController(_ selected: UInt64, of controller: UInt64) throws(DBusError) {
        try call(Services.setSelectedViewController, controller, selected)
    }

    func tabBarController(of controller: UInt64) throws(DBusError) -> [String: Variant] {
        try call(Services.tabBarController, controller)
    }

    // MARK: Delegates and popovers

    func setTabBarDelegate(_ controller: UInt64, _ isDelegate: Bool) throws(DBusError) {
        try call(Services.setTabBarDelegate, controller, isDelegate)
    }

    func setPopoverProperty(_ name: String, to value: Variant, of controller: UInt64) throws(DBusError) {
        try call(Services.setPopoverProperty, controller, name, value)
    }

    func popoverProperty(_ name: String, of controller: UInt64) throws(DBusError) -> Variant {
        try call(Services.popoverProperty, controller, name)
    }

    func setPopoverDelegate(_ delegate: UInt64, of controller: UInt64) throws(DBusError) {
        try call(Services.setPopoverDelegate, controller, delegate)
    }

    func updateInteractiveTransition(_ progress: Double, of controller: UInt64) throws(DBusError) {
        try call(Services.updateInteractiveTransition, controller, progress)
    }

    func endInteractiveTransition(of controller: UInt64, isFinished: Bool) throws(DBusError) {
        try call(Services.endInteractiveTransition, controller, isFinished)
    }
}
