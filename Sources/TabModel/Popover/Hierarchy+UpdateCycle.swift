/// The update cycle: new presentations appear, and popovers follow their surroundings.
extension Hierarchy {
    /// Returns whether the update cycle has work.
    package func hasUpdateCycleWork(_ frames: @escaping ViewFrames) -> Bool {
        !records.pendingPresentations.isEmpty
            || records.popovers.contains { PopoverSession.isReady($0, in: nodes, frames) }
    }

    /// Runs the update cycle.
    ///
    /// - Parameter frames: The current frames of views, which popovers follow.
    package mutating func runUpdateCycle(_ frames: @escaping ViewFrames) {
        let pending = records.pendingPresentations
        records.pendingPresentations = []
        for id in pending {
            guard let handler = nodes[id]?.presenter,
                nodes.presentation(by: handler)?.isPending == true
            else { continue }
            show(over: handler)
            emit(.presented(id))
        }
        if !records.popovers.isEmpty { updatePopovers(frames) }
    }

    private mutating func updatePopovers(_ frames: @escaping ViewFrames) {
        // A popover may point into another one below it, and is laid out again when that one has moved.
        let chain = records.popovers.map { id -> (depth: Int, id: ViewControllerID) in
            let handler = nodes.presenter(ofPopover: id)
            return (handler.map { nodes.presentationDepth(of: $0) } ?? 0, id)
        }.sorted { $0 < $1 }
        let before = chain.map { nodes.popoverPlacement(of: $0.id) }
        for (_, id) in chain { update(popover: id, frames) }
        for (lower, old) in zip(chain, before) where nodes.popoverPlacement(of: lower.id) != old {
            let root = nodes.root(of: lower.id)
            for upper in chain where upper.depth > lower.depth && nodes.root(of: upper.id) == root {
                guard nodes.popoverPlacement(of: upper.id) != nil else { continue }
                nodes[upper.id]?.popover?.needsLayout = true
            }
        }
    }
}
