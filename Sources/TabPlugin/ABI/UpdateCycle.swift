/// Collects the changes of one callback. At the end of the callback each changed view tree and popover is sent once.
@PluginActor
enum UpdateCycle {
    /// The number of times that sending may cause further changes before these wait for the next callback.
    private static let maximumRounds = 4

    private static var trees: [ViewTree] = []
    private static var popovers: [Popover] = []
    private static var depth = 0
    private static var isPosted = false

    private struct Popover {
        weak var controller: PopoverPresentationController?
    }

    /// Runs a callback of the host, then sends the changes that it made.
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

    /// Registers a popover, which is flushed in every cycle as long as it lives: its anchor may become known to the
    /// host at any time.
    static func add(_ popover: PopoverPresentationController) { popovers.append(Popover(controller: popover)) }

    /// Schedules an update for the next turn of the loop if no callback is running, as in a task.
    static func setNeedsUpdate() {
        guard depth == 0, !isPosted else { return }
        isPosted = true
        Host.postIsolated {
            isPosted = false
            run {}
        }
    }

    /// Sends all changes. Sending performs a layout, which may cause further changes. The number of rounds is limited,
    /// so that a layout that never converges does not block the loop.
    static func flush() {
        for _ in 0..<maximumRounds where !trees.isEmpty {
            let changed = trees
            trees = []
            for tree in changed { tree.flush() }
        }
        // Popovers come last: the host knows their anchor views by now.
        popovers.removeAll { $0.controller == nil }
        for popover in popovers { popover.controller?.flush() }
    }
}
