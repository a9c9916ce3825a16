/// Animated and interactive changes of tabs: their beginning and end (`G-25`, `G-26`, `C-25`, `C-26`).
extension Hierarchy {
    /// Returns the running change of a tab bar controller.
    package func transition(in tbc: ViewControllerID) -> Transition? { nodes[tbc]?.tabs?.transition }

    /// Returns the state to return to when the change is cancelled, before anything changes; nil when it is not
    /// animated.
    func opening(in tbc: ViewControllerID, _ animation: Animation?) -> Departure? {
        guard let animation, let tabs = nodes[tbc]?.tabs, let displayed = displayedChild(of: tbc) else { return nil }
        return Departure(animation: animation, displayed: displayed, slot: tabs.slot, lastDirect: tabs.lastDirect)
    }

    /// Records that the "did" callbacks of these controllers are still to come.
    /// - Returns: False when the change is not visible and therefore not animated.
    mutating func begin(
        _ opening: Departure, in tbc: ViewControllerID, _ order: TransitionOrder, coming: [ViewControllerID],
        going: [ViewControllerID]
    ) -> Bool {
        guard !coming.isEmpty, !going.isEmpty, let to = displayedChild(of: tbc) else { return false }
        let transition = Transition(
            token: makeToken(), departure: opening, to: to, order: order, coming: coming, going: going)
        nodes[tbc]?.tabs?.transition = transition
        markChanged(tbc)
        emit(.transitionBegan(transition, in: tbc))
        return true
    }

    /// Ends the running change in the tree of a controller with its remaining callbacks: at its end, and before any
    /// other change of structure there (`C-25`, `S-23`).
    mutating func completeTransition(around id: ViewControllerID) {
        let tbc = root(of: id)
        guard let transition = nodes[tbc]?.tabs?.transition else { return }
        nodes[tbc]?.tabs?.transition = nil
        markChanged(tbc)
        markChanged(transition.coming + transition.going)
        for step in transition.order.end {
            send(step, to: step.isOfComing ? transition.coming : transition.going, animated: true)
        }
    }

    /// Ends a change without duration, after the delegate was notified of the selection (`F-20`).
    mutating func completeIfInstant(_ tbc: ViewControllerID) {
        if nodes[tbc]?.tabs?.transition?.animation.isInstant == true { completeTransition(around: tbc) }
    }

    /// Ends a change whose duration is over. Does nothing when it has already ended.
    package mutating func completeTransition(_ token: UInt64, in tbc: ViewControllerID) {
        if nodes[tbc]?.tabs?.transition?.token == token { completeTransition(around: tbc) }
    }

    /// Sets how far the delegate has driven its interactive change, 0 to 1.
    package mutating func updateInteractiveTransition(
        _ progress: Double, in tbc: ViewControllerID
    ) throws(ModelError) {
        guard progress >= 0, progress <= 1 else {
            throw .invalidArgument("progress \(progress) is not allowed; expected 0 to 1")
        }
        guard try requireInteractive(tbc).progress != progress else { return }
        nodes[tbc]?.tabs?.transition?.progress = progress
        markChanged(tbc)
    }

    package mutating func finishInteractiveTransition(in tbc: ViewControllerID) throws(ModelError) {
        _ = try requireInteractive(tbc)
        completeTransition(around: tbc)
    }

    /// Returns to the previously selected tab without notifying a delegate (`C-26`, `G-26`, `S-26`).
    package mutating func cancelInteractiveTransition(in tbc: ViewControllerID) throws(ModelError) {
        let transition = try requireInteractive(tbc)
        nodes[tbc]?.tabs?.transition = nil
        setSlot(transition.departure.slot, of: tbc)
        nodes[tbc]?.tabs?.lastDirect = transition.departure.lastDirect
        runAppearanceTransition(tbc, .sequential, animated: true)
    }

    private func requireInteractive(_ tbc: ViewControllerID) throws(ModelError) -> Transition {
        guard let transition = try requireTabs(tbc).transition, transition.animation.isInteractive else {
            throw .internalInconsistency("no interactive transition runs in \(tbc.describe)")
        }
        return transition
    }
}
