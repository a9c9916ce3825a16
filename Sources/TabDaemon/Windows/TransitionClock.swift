import DBusInterface
import EventLoop
import Logging
import PluginHosting
import TabInterface
import TabModel

/// Animated tab changes, selections by focus, popovers that wait for an anchor, and changes of the orientation. Each ends
/// after a time, or with the answer of a delegate.
@EventLoop
final class TransitionClock: DaemonPart {
    let core: Core
    let delegates: DelegateRegistry
    private let gestures: GestureQueues

    /// Timers of animated tab changes and of selections by focus, by tab bar controller.
    private var transitionTimers: [ViewControllerID: LoopTimer] = [:]
    /// The clients whose gestures drive a change, by tab bar controller, and the changes.
    private var drivers: [ViewControllerID: (client: String, token: UInt64)] = [:]
    /// The clients whose gestures wait for the delegate.
    private var expectedDrivers: [GestureDriver] = []
    private var focusTimers: [ViewControllerID: LoopTimer] = [:]
    /// Timers of popovers that wait for an anchor.
    private var anchorTimers: [ViewControllerID: LoopTimer] = [:]
    /// Orientation changes that wait for a delegate, by tab bar controller.
    private var orientationChanges: [ViewControllerID: OrientationChange] = [:]

    init(core: Core, delegates: DelegateRegistry, gestures: GestureQueues) {
        self.core = core
        self.delegates = delegates
        self.gestures = gestures
    }

    /// Stops the timers of a destroyed view controller.
    func remove(_ id: ViewControllerID) {
        transitionTimers[id] = nil
        drivers[id] = nil
        focusTimers[id] = nil
        anchorTimers[id] = nil
    }

    // MARK: Animated tab changes

    /// Starts the timer that completes a change: after its duration, or when an interactive change is not updated in
    /// time.
    func transitionBegan(_ transition: Transition, in id: ViewControllerID) {
        let animation = transition.animation
        let milliseconds =
            animation.isInteractive
            ? UInt64(settings.deadlines.interactiveTransition) : UInt64(animation.duration * 1000)
        transitionTimers[id] = LoopTimer(after: milliseconds) { [unowned self] in
            transitionTimers[id] = nil
            delivery.change { $0.completeTransition(transition.token, in: id) }
        }
    }

    /// Expects a change that the gesture of a client drives.
    func expectDriver(_ client: String) -> GestureDriver {
        let driver = GestureDriver(client)
        expectedDrivers.append(driver)
        return driver
    }

    /// The expected change has begun, or was given up. Its driver drives the running change, if it is this one.
    ///
    /// - Returns: Whether it is.
    func endExpectation(of driver: GestureDriver, to tab: ViewControllerID, in id: ViewControllerID) -> Bool {
        expectedDrivers.removeAll { $0 === driver }
        guard let transition = delivery.hierarchy.nodes.transition(in: id), transition.animation.isInteractive,
            transition.to == tab
        else { return false }
        drivers[id] = (driver.client, transition.token)
        return true
    }

    /// The gesture could not begin at all.
    func dropExpectation(of driver: GestureDriver) { expectedDrivers.removeAll { $0 === driver } }

    /// The clients that drive changes, or wait for that.
    var clients: [String] { drivers.values.map(\.client) + expectedDrivers.map(\.client) }

    /// Cancels the changes that the gestures of a client drive that has left.
    ///
    /// - Parameter root: The tree that the client has detached from; nil for all.
    func driverLeft(_ client: String, root: ViewControllerID? = nil) {
        if root == nil {
            for driver in expectedDrivers where driver.client == client { driver.hasLeft = true }
            expectedDrivers.removeAll(where: \.hasLeft)
        }
        for (id, driver) in drivers.filter({ $0.value.client == client }).sorted(by: { $0.key < $1.key }) {
            guard root == nil || root == delivery.hierarchy.nodes.root(of: id) else { continue }
            drivers[id] = nil
            guard delivery.hierarchy.nodes.transition(in: id)?.token == driver.token else { continue }
            transitionTimers[id] = nil
            try? delivery.perform { try $0.cancelInteractiveTransition(in: id) }
        }
    }

    /// Whether a client's gesture began the running change, or the last one.
    private func isDriver(_ client: String, of id: ViewControllerID) -> Bool {
        guard let driver = drivers[id], driver.client == client else { return false }
        return delivery.hierarchy.nodes.transition(in: id).map { $0.token == driver.token } ?? true
    }

    /// Runs a command that controls the interactive transition. Throws `AccessDenied` unless the caller is the delegate,
    /// or the client whose gesture began it.
    func driveTransition(
        of id: ViewControllerID, caller: String, _ command: (inout Hierarchy) throws -> Void
    ) throws(DBusError) {
        let isDelegate = delegates.ofTabBarController(id).map { delegates.isCaller(caller, $0.receiver) } ?? false
        guard isDelegate || isDriver(caller, of: id) else {
            throw .accessDenied(
                "only the delegate of \(id.path) can control its transitions, or the client that began one with "
                    + "BeginInteractiveTransition; see its property Delegate")
        }
        try delivery.perform(command)
        guard let transition = delivery.hierarchy.nodes.transition(in: id) else { return transitionTimers[id] = nil }
        transitionBegan(transition, in: id)
    }

    /// Finishes an interactive transition whose delegate was removed.
    func finishInteractiveTransition(of id: ViewControllerID) {
        guard delivery.hierarchy.nodes.transition(in: id)?.animation.isInteractive == true else { return }
        try? delivery.perform { try $0.finishInteractiveTransition(in: id) }
    }

    /// The value of `Transition`: the running change, for front ends.
    func transitionProperties(of id: ViewControllerID) -> [String: Variant] {
        guard let transition = delivery.hierarchy.nodes.transition(in: id) else { return [:] }
        var properties: [String: Variant] = [
            "From": transition.from.path.variant, "To": transition.to.path.variant,
            "Duration": .double(transition.animation.duration), "Curve": .string(transition.animation.curve.rawValue),
            "Interactive": .bool(transition.animation.isInteractive),
        ]
        if transition.animation.isInteractive { properties["Progress"] = .double(transition.progress) }
        return properties
    }

    // MARK: Focus and anchors

    /// Starts the timer for the focused item. When it fires, the item is selected as by a tap.
    func selectionPending(in id: ViewControllerID, token: UInt64) {
        focusTimers[id] = LoopTimer(after: UInt64(settings.deadlines.focus)) { [unowned self] in
            focusTimers[id] = nil
            let selection = Gesture { [unowned self] () throws(DBusError) in
                let position = delivery.change { $0.endPendingSelection(token, in: id) }
                guard let position else { return .over(.none) }
                return try gestures.tap(position, in: id)
            } reply: { _ in
            }
            do throws(DBusError) {
                try gestures.enqueue(selection, in: id, caller: nil)
            } catch {
                log.warning("cannot select the focused tab of \(id.path): \(error.message)")
            }
        }
    }

    /// Starts the timer of a popover that has no anchor yet or waits for a reader.
    func presentationWaits(of id: ViewControllerID) {
        anchorTimers[id] = LoopTimer(after: UInt64(settings.deadlines.anchor)) { [unowned self] in
            anchorTimers[id] = nil
            delivery.change { $0.endWaitForAnchor(ofPopover: id) }
        }
    }

    /// A popover no longer waits for its anchor.
    func endWaitForAnchor(of id: ViewControllerID) { anchorTimers[id] = nil }

    // MARK: Orientations, as decided by the delegate of a tab bar controller (B-4, F-6, F-7)

    private typealias Contract = TabBarControllerDelegateInterface
    private typealias Tabs = TabBarControllerInterface

    /// Asks the delegate for the supported orientations. Without an answer, UIKit's default for the device applies.
    func supportedOrientations(
        of id: ViewControllerID, completion: @escaping @EventLoop (OrientationMask) -> Void
    ) {
        let fallback = OrientationMask(defaultFor: delivery.hierarchy.nodes.profile(of: id) ?? .phone)
        guard let delegate = delegates.ofTabBarController(id), delegate.has(Contract.supportedInterfaceOrientations)
        else {
            return completion(fallback)
        }
        delegates.announce(Tabs.supportedInterfaceOrientations, from: id.path, toAsk: delegate.receiver)
        delegates.ask(delegate, about: .tabBarController(id), Contract.supportedInterfaceOrientations, id.path) {
            answer in
            completion(answer.value.flatMap(OrientationMask.init) ?? fallback)
        }
    }

    /// Asks the delegate for the preferred orientation. Without an answer, the current one is preferred.
    func preferredOrientation(
        of id: ViewControllerID, completion: @escaping @EventLoop (Orientation) -> Void
    ) {
        let current: @EventLoop () -> Orientation = { [unowned self] in
            delivery.hierarchy.nodes.window(of: id)?.interfaceOrientation ?? .portrait
        }
        guard let delegate = delegates.ofTabBarController(id), delegate.has(Contract.preferredInterfaceOrientation)
        else {
            return completion(current())
        }
        delegates.announce(Tabs.preferredInterfaceOrientation, from: id.path, toAsk: delegate.receiver)
        delegates.ask(delegate, about: .tabBarController(id), Contract.preferredInterfaceOrientation, id.path) {
            answer in
            completion(answer.value.flatMap(Orientation.init) ?? current())
        }
    }

    /// Changes the interface orientation of a root, if its delegate supports the orientation. A later change replaces
    /// one that still waits for the delegate.
    func changeOrientation(
        of id: ViewControllerID, to orientation: Orientation,
        completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void
    ) {
        orientationChanges.removeValue(forKey: id)?.completion(.success(()))
        let change = OrientationChange(orientation: orientation, completion: completion)
        // Without a delegate that decides, the change always happens.
        guard orientation != delivery.hierarchy.nodes.window(of: id)?.interfaceOrientation,
            delegates.ofTabBarController(id)?.has(Contract.supportedInterfaceOrientations) == true
        else { return finish(change, of: id) }
        orientationChanges[id] = change
        supportedOrientations(of: id) { [unowned self] supported in
            guard orientationChanges[id] === change else { return }
            orientationChanges[id] = nil
            guard !supported.contains(orientation), supported.isFromDelegate else {
                return finish(change, of: id)
            }
            completion(
                .failure(
                    .invalidArgument(
                        "the delegate of \(id.path) does not support \(orientation.rawValue); it supports "
                            + supported.names.joined(separator: ", "))))
        }
    }

    /// Finishes a change whose delegate was replaced or removed before its answer.
    func finishOrientationChange(of id: ViewControllerID) {
        if let change = orientationChanges.removeValue(forKey: id) { finish(change, of: id) }
    }

    private func finish(_ change: OrientationChange, of id: ViewControllerID) {
        do throws(DBusError) {
            try delivery.perform { model in
                try model.updateWindow(of: id) { $0.interfaceOrientation = change.orientation }
            }
            change.completion(.success(()))
        } catch {
            change.completion(.failure(error))
        }
    }
}
