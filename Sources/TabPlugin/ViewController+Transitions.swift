/// Why a view appears or disappears; true in the callbacks of that alone (L10).
extension ViewController {
    /// The controller is on its way into a container, as when it is pushed; false when a tab is only switched.
    public var isMovingToParent: Bool { transition == .movingToParent }
    /// The controller is on its way out of its container, as when it is popped.
    public var isMovingFromParent: Bool { transition == .movingFromParent }
    public var isBeingPresented: Bool { transition == .beingPresented }
    public var isBeingDismissed: Bool { transition == .beingDismissed }

    enum Transition { case movingToParent, movingFromParent, beingPresented, beingDismissed }

    /// A change of container is under way; nil when it is over.
    func move(to parent: UInt64?) { transition = parent.map { $0 != 0 ? .movingToParent : .movingFromParent } }

    /// Around the callbacks of the same names.
    func willAppear() {
        guard transition == nil, isPresented, !wasPresented else { return }
        wasPresented = true
        transition = .beingPresented
    }

    func didAppear() { if transition == .beingPresented { transition = nil } }

    func willDisappear() {
        guard transition == nil, wasPresented, !isPresented else { return }
        transition = .beingDismissed
    }

    func presentationEnded() {
        wasPresented = false
        transition = nil
        popoverEnded()
    }
}
