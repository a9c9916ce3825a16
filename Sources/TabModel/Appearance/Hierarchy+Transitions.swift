/// Animated and interactive changes of tabs: how they begin and end (`G-25`, `G-26`, `C-25`, `C-26`).
extension Hierarchy {
    /// The change that runs in a tab bar controller.
    package func transition(in tbc: ViewControllerID) -> Transition? { nodes[tbc]?.tabs?.transition }

    /// What a change comes from, before anything has changed; nil when it is not animated.
    func opening(in tbc: ViewControllerID, _ animation: Animation?) -> Departure? {
        guard let animation, let tabs = nodes[tbc]?.tabs, let displayed = displayedChild(of: tbc) else { return nil }
        return Departure(animation: animation, displayed: displayed, slot: tabs.slot, lastDirect: tabs.lastDirect)
    }

    /// Notes that the "did" callbacks of these controllers are still to come.
    /// - Returns: false when nobody sees the change: then it isn't animated.
    mutating func begin(
        _ opening: Departure, in tbc: ViewControllerID, _ order: TransitionOrder, coming: [ViewControllerID],
        going: [ViewControllerID]
    ) -> Bool {
        guard !coming.isEmpty, !going.isEmpty, let to = displayedChild(of: tbc) else { return false }
        let transition = Transition(
            token: takeToken(), departure: opening, to: to, order: order, coming: coming, going: going)
        nodes[tbc]?.tabs?.transition = transition
        touch(tbc)
        emit(.transitionBegan(transition, in: tbc))
        return true
    }

    /// Ends the change that runs in the tree of a controller with its remaining callbacks: at its end, and before any
    /// other change of structure there (`C-25`, `S-23`).
    mutating func completeTransition(around id: ViewControllerID) {
        let tbc = root(of: id)
        guard let transition = nodes[tbc]?.tabs?.transition else { return }
        nodes[tbc]?.tabs?.transition = nil
        touch(tbc)
        touch(transition.coming + transition.going)
        for step in transition.order.end {
            send(step, to: step.isOfComing ? transition.coming : transition.going, animated: true)
        }
    }

    /// Ends a change that takes no time, after everybody was told of the selection (`F-20`).
    mutating func completeIfInstant(_ tbc: ViewControllerID) {
        if nodes[tbc]?.tabs?.transition?.animation.isInstant == true { completeTransition(around: tbc) }
    }

    /// Ends a change whose time is over; nothing happens when it has ended already.
    package mutating func completeTransition(_ token: UInt64, in tbc: ViewControllerID) {
        if nodes[tbc]?.tabs?.transition?.token == token { completeTransition(around: tbc) }
    }

    /// The delegate says how far its interactive change is, 0 to 1.
    package mutating func updateInteractiveTransition(
        _ progress: Double, in tbc: ViewControllerID
    ) throws(ModelError) {
        guard progress >= 0, progress <= 1 else {
            throw .invalidArgument("progress \(progress) is not allowed: 0 to 1 is")
        }
        guard try requireInteractive(tbc).progress != progress else { return }
        nodes[tbc]?.tabs?.transition?.progress = progress
        touch(tbc)
    }

    package mutating func finishInteractiveTransition(in tbc: ViewControllerID) throws(ModelError) {
        _ = try requireInteractive(tbc)
        completeTransition(around: tbc)
    }

    /// Goes back to the tab that was selected before; no delegate is told (`C-26`, `G-26`, `S-26`).
    package mutating func cancelInteractiveTransition(in tbc: ViewControllerID) throws(ModelError) {
        let transition = try requireInteractive(tbc)
        nodes[tbc]?.tabs?.transition = nil
        setSlot(transition.departure.slot, of: tbc)
        nodes[tbc]?.tabs?.lastDirect = transition.departure.lastDirect
        settle(tbc, .sequential, animated: true)
    }

    private func requireInteractive(_ tbc: ViewControllerID) throws(ModelError) -> Transition {
        guard let transition = try requireTabs(tbc).transition, transition.animation.isInteractive else {
            throw .internalInconsistency("no interactive transition runs in \(tbc.describe)")
        }
        return transition
    }
}
