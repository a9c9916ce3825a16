/// The update cycle of a hierarchy: new presentations appear, and popovers follow their surroundings.
package struct PresentationCycle {
    /// The current frames of views, which popovers follow.
    private let frames: ViewFrames

    package init(_ frames: @escaping ViewFrames) { self.frames = frames }

    /// Returns whether the update cycle has work.
    package func hasWork(in hierarchy: Hierarchy) -> Bool {
        !hierarchy.records.pendingPresentations.isEmpty
            || hierarchy.records.popovers.contains { PopoverSession.isReady($0, in: hierarchy.nodes, frames) }
    }

    /// Runs the update cycle.
    package func run(on hierarchy: inout Hierarchy) {
        let pending = hierarchy.records.pendingPresentations
        hierarchy.records.pendingPresentations = []
        for id in pending {
            guard let handler = hierarchy.nodes[id]?.presenter,
                hierarchy.nodes.presentation(by: handler)?.isPending == true
            else { continue }
            hierarchy.show(over: handler)
            hierarchy.emit(.presented(id))
        }
        if !hierarchy.records.popovers.isEmpty { updatePopovers(of: &hierarchy) }
    }

    private func updatePopovers(of hierarchy: inout Hierarchy) {
        // A popover may point into another one below it, and is laid out again when that one has moved.
        let chain = hierarchy.records.popovers.map { id -> (depth: Int, id: ViewControllerID) in
            let handler = hierarchy.nodes.presenter(ofPopover: id)
            return (handler.map { hierarchy.nodes.presentationDepth(of: $0) } ?? 0, id)
        }.sorted { $0 < $1 }
        let before = chain.map { hierarchy.nodes.popoverPlacement(of: $0.id) }
        for (_, id) in chain { PopoverPresentation(id).update(in: &hierarchy, frames) }
        for (lower, old) in zip(chain, before) where hierarchy.nodes.popoverPlacement(of: lower.id) != old {
            let root = hierarchy.nodes.root(of: lower.id)
            for upper in chain where upper.depth > lower.depth && hierarchy.nodes.root(of: upper.id) == root {
                guard hierarchy.nodes.popoverPlacement(of: upper.id) != nil else { continue }
                hierarchy.nodes[upper.id]?.popover?.needsLayout = true
            }
        }
    }
}
