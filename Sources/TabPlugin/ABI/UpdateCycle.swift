/// Gathers the changes of one callback, so that each tree and popover is sent once, at its end.
@PluginActor
enum UpdateCycle {
    /// How often sending one tree may change others, or itself, before it waits for the next callback.
    private static let maximumRounds = 4

    private static var trees: [ViewTree] = []
    private static var popovers: [Popover] = []
    private static var depth = 0
    private static var isPosted = false

    private struct Popover {
        weak var controller: PopoverPresentationController?
    }

    /// Runs a callback of the host and sends what it changed.
    static func run<Result>(_ body: () -> Result) -> Result {
        depth += 1
        defer {
            if depth == 1 { flush() }
            depth -= 1
        }
        return body()
    }

    static func add(_ tree: ViewTree) {
        if !trees.contains(where: { $0 === tree }) { trees.append(tree) }
        setNeedsUpdate()
    }

    /// Looks after a popover as long as it lives: what it points at may get a place on the host at any time.
    static func add(_ popover: PopoverPresentationController) { popovers.append(Popover(controller: popover)) }

    /// Outside of a callback (in a task) the update is sent at the loop's next turn.
    static func setNeedsUpdate() {
        guard depth == 0, !isPosted else { return }
        isPosted = true
        Host.postIsolated {
            isPosted = false
            run {}
        }
    }

    /// Sending lays out, and that may change more. A layout that never comes to rest must not keep the loop busy.
    static func flush() {
        for _ in 0..<maximumRounds where !trees.isEmpty {
            let changed = trees
            trees = []
            for tree in changed { tree.flush() }
        }
        // They point at views, which the host knows by now.
        popovers.removeAll { $0.controller == nil }
        for popover in popovers { popover.controller?.flush() }
    }
}
