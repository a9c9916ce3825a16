/// Gathers the changed trees of one callback, so that each is sent once, at its end.
@PluginActor
enum UpdateCycle {
    private static var trees: [ViewTree] = []
    private static var depth = 0
    private static var isPosted = false

    /// Runs a callback of the host and sends what it changed.
    static func run<Result>(_ body: () -> Result) -> Result {
        depth += 1
        defer {
            depth -= 1
            if depth == 0 { flush() }
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
                flush()
            }
        }
    }

    private static func flush() {
        let changed = trees
        trees = []
        for tree in changed { tree.flush() }
    }
}
