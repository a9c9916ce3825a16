/// Gathers the changed trees of one callback, so that each is sent once, at its end.
@PluginActor
enum UpdateCycle {
    /// How often sending one tree may change others, or itself, before it waits for the next callback.
    private static let maximumRounds = 4

    private static var trees: [ViewTree] = []
    private static var depth = 0
    private static var isPosted = false

    /// Runs a callback of the host and sends what it changed.
    static func run<Result>(_ body: () -> Result) -> Result {
        depth += 1
        defer {
            if depth == 1 { flush() }
            depth -= 1
        }
        return body()
    }

    /// Outside of a callback (in a task) the update is sent at the loop's next turn.
    static func add(_ tree: ViewTree) {
        if !trees.contains(where: { $0 === tree }) { trees.append(tree) }
        guard depth == 0, !isPosted else { return }
        isPosted = true
        Host.post {
            PluginActor.assumeIsolated {
                isPosted = false
                run {}
            }
        }
    }

    /// Sending lays out, and that may change more. A layout that never comes to rest must not keep the loop busy.
    private static func flush() {
        for _ in 0..<maximumRounds where !trees.isEmpty {
            let changed = trees
            trees = []
            for tree in changed { tree.flush() }
        }
    }
}
